/** The tools of the agent, acting on the invented project: each returns the call together with its result. */
import { type InventedProject, projectRoot } from './invented-project.ts'
import type { Piece, ToolRun } from './session-recorder.ts'
import { diffHunks } from './unified-diff.ts'

export interface Todo {
  readonly content: string
  readonly status: 'pending' | 'in_progress' | 'completed'
  readonly activeForm: string
}

export interface AgentTools {
  bash(
    command: string,
    description: string,
    output: string,
    options?: { failed?: true; seconds?: number },
  ): ToolRun
  read(path: string): ToolRun
  write(path: string, text: string): ToolRun
  /** A real attempt: it fails where the file does not contain the old text. */
  edit(path: string, before: string, after: string): ToolRun
  todos(...todos: readonly Todo[]): ToolRun
}

export function say(text: string): Piece {
  return { type: 'text', text }
}

export function think(thinking: string): Piece {
  return { type: 'thinking', thinking }
}

export function agentTools(project: InventedProject): AgentTools {
  let known: readonly Todo[] = []

  return {
    bash(command, description, output, { failed = false, seconds = 1 } = {}) {
      const input = { command, description }
      if (failed) return failure('Bash', input, `Exit code 1\n${output}`, seconds)
      const flags = { interrupted: false, isImage: false }
      return success('Bash', input, output, { stdout: output, stderr: '', ...flags }, seconds)
    },

    read(path) {
      const content = project.text(path)
      const lines = content.split('\n')
      const numbered = lines.map((line, index) => `${String(index + 1).padStart(6)}→${line}`)
      const count = { numLines: lines.length, startLine: 1, totalLines: lines.length }
      return success('Read', { file_path: absolute(path) }, numbered.join('\n'), {
        type: 'text',
        file: { filePath: absolute(path), content, ...count },
      })
    },

    write(path, content) {
      project.write(path, content)
      const filePath = absolute(path)
      const detail = { type: 'create', filePath, content, structuredPatch: [], originalFile: null }
      return success(
        'Write',
        { file_path: filePath, content },
        `File created successfully at: ${filePath}`,
        detail,
      )
    },

    edit(path, before, after) {
      const filePath = absolute(path)
      const input = { replace_all: false, file_path: filePath, old_string: before, new_string: after }
      const originalFile = project.text(path)
      if (!originalFile.includes(before)) {
        const why = `String to replace not found in file.\nString: ${before}`
        return failure('Edit', input, `<tool_use_error>${why}</tool_use_error>`, 1, why)
      }
      const edited = originalFile.replace(before, () => after)
      project.write(path, edited)
      return success('Edit', input, `The file ${filePath} has been updated successfully.`, {
        filePath,
        oldString: before,
        newString: after,
        originalFile,
        structuredPatch: diffHunks(originalFile, edited),
        userModified: false,
        replaceAll: false,
      })
    },

    todos(...newTodos) {
      const detail = { oldTodos: known, newTodos }
      known = newTodos
      return success('TodoWrite', { todos: newTodos }, 'Todos have been modified successfully.', detail)
    },
  }
}

function success(name: string, input: object, output: string, detail: unknown, seconds = 1): ToolRun {
  return { type: 'tool', name, input, output, detail, failed: false, seconds }
}

function failure(
  name: string,
  input: object,
  output: string,
  seconds: number,
  why: string = output,
): ToolRun {
  return { type: 'tool', name, input, output, detail: `Error: ${why}`, failed: true, seconds }
}

function absolute(path: string): string {
  return `${projectRoot}/${path}`
}
