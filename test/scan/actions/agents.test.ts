import { describe, expect, it } from 'vitest'
import { call, effects } from './calls.ts'

const patch = `*** Begin Patch
*** Add File: src/new.ts
+export const one = 1
*** Update File: src/old.ts
*** Move to: src/renamed.ts
@@
-a
+b
*** Delete File: src/gone.ts
*** End Patch`

const patched = [
  'create src/new.ts',
  'modify src/old.ts',
  'move src/old.ts → src/renamed.ts',
  'delete src/gone.ts',
]

const cases: readonly (readonly [agent: string, name: string, args: unknown, expected: readonly string[]])[] =
  [
    ['claude code', 'Read', { file_path: '/p/src/a.ts', offset: 10, limit: 5 }, ['read /p/src/a.ts']],
    ['claude code', 'Write', { file_path: '/p/b.ts', content: 'x' }, ['create /p/b.ts']],
    ['claude code', 'Edit', { file_path: '/p/a.ts', old_string: 'a', new_string: 'b' }, ['modify /p/a.ts']],
    ['claude code', 'MultiEdit', { file_path: '/p/a.ts', edits: [] }, ['modify /p/a.ts']],
    ['claude code', 'NotebookEdit', { notebook_path: '/p/a.ipynb', new_source: 'x' }, ['modify /p/a.ipynb']],
    ['claude code', 'Glob', { pattern: '**/*.ts', path: 'src' }, ['search **/*.ts in src']],
    ['claude code', 'Grep', { pattern: 'todo', output_mode: 'content' }, ['search todo']],
    ['claude code', 'LS', { path: '/p' }, ['list /p']],
    ['claude code', 'WebFetch', { url: 'https://a.example/b', prompt: 'p' }, ['fetch https://a.example/b']],
    ['claude code', 'WebSearch', { query: 'fast lexer' }, ['search fast lexer']],
    ['claude code', 'Task', { description: 'Check names', prompt: 'Please check' }, ['delegate Check names']],
    [
      'claude code',
      'AskUserQuestion',
      { questions: [{ question: 'Which?' }, { question: 'When?' }] },
      ['ask Which?', 'ask When?'],
    ],
    [
      'claude code',
      'TodoWrite',
      {
        todos: [
          { content: 'a', status: 'completed' },
          { content: 'b', status: 'in_progress' },
          { content: 'c', status: 'pending' },
        ],
      },
      ['todo a=done, b=active, c=pending'],
    ],
    [
      'claude code',
      'TaskCreate',
      { subject: 'Add a field', description: 'long' },
      ['todo Add a field=pending'],
    ],
    ['claude code', 'TaskUpdate', { taskId: '1', status: 'completed' }, ['todo =done']],
    ['codex', 'apply_patch', patch, patched],
    ['codex', 'apply_patch', { input: patch }, patched],
    ['codex', 'shell', { command: ['bash', '-lc', 'sed -n 1,20p a.ts'], workdir: '/w' }, ['read /w/a.ts']],
    [
      'codex',
      'shell',
      { command: ['apply_patch', patch], workdir: '/w' },
      patched.map(line => line.replaceAll('src/', '/w/src/')),
    ],
    ['codex', 'shell', { command: ['cat', 'with space.md'] }, ['read with space.md']],
    ['codex', 'exec_command', { cmd: `apply_patch <<'EOF'\n${patch}\nEOF\nls` }, [...patched, 'list .']],
    ['codex', 'local_shell', { action: { command: ['rm', 'x.log'] } }, ['delete x.log']],
    ['codex', 'update_plan', { plan: [{ step: 'Read', status: 'completed' }] }, ['todo Read=done']],
    ['gemini', 'read_file', { absolute_path: '/p/a.md' }, ['read /p/a.md']],
    ['gemini', 'write_file', { file_path: 'a.md', content: '' }, ['create a.md']],
    ['gemini', 'replace', { file_path: 'a.md', old_string: 'a', new_string: 'b' }, ['modify a.md']],
    ['gemini', 'run_shell_command', { command: 'rm docs/a.txt' }, ['delete docs/a.txt']],
    ['gemini', 'read_many_files', { paths: ['a.md', 'b.md'] }, ['read a.md', 'read b.md']],
    ['gemini', 'list_directory', { dir_path: 'docs' }, ['list docs']],
    ['gemini', 'search_file_content', { pattern: 'x' }, ['search x']],
    ['copilot', 'view', { path: '/p/a.ts', view_range: [1, 2] }, ['read /p/a.ts']],
    ['copilot', 'create', { path: '/p/a.ts', file_text: '' }, ['create /p/a.ts']],
    ['copilot', 'edit', { path: '/p/a.ts', old_str: 'a', new_str: 'b' }, ['modify /p/a.ts']],
    ['copilot', 'ask_user', { question: 'Which way?' }, ['ask Which way?']],
    [
      'cline',
      'read_files',
      { files: [{ path: '/p/a.ts', start_line: 1 }, { path: '/p/b.ts' }] },
      ['read /p/a.ts', 'read /p/b.ts'],
    ],
    ['cline', 'editor', { path: '/p/a.ts', old_text: 'a', new_text: 'b' }, ['modify /p/a.ts']],
    ['cline', 'editor', { path: '/p/c.ts', new_text: 'b' }, ['create /p/c.ts']],
    ['cline', 'run_commands', { commands: ['cat a.md', 'rm b.md'] }, ['read a.md', 'delete b.md']],
    [
      'cline',
      'update_todo_list',
      { todos: '- [x] one\n- [ ] two\n- [-] three' },
      ['todo one=done, two=pending, three=active'],
    ],
    ['openhands', 'str_replace_editor', { command: 'view', path: '/w/a.py' }, ['read /w/a.py']],
    [
      'openhands',
      'str_replace_editor',
      { command: 'create', path: '/w/b.py', file_text: '' },
      ['create /w/b.py'],
    ],
    [
      'openhands',
      'str_replace_editor',
      { command: 'str_replace', path: '/w/a.py', old_str: 'a' },
      ['modify /w/a.py'],
    ],
    [
      'openhands',
      'str_replace_editor',
      { command: 'insert', path: '/w/a.py', insert_line: 1 },
      ['modify /w/a.py'],
    ],
    ['openhands', 'execute_bash', { command: 'touch a.py' }, ['create a.py']],
    ['pi', 'read', { path: 'a.ts', limit: 10 }, ['read a.ts']],
    ['claude code', 'Read', { file_path: 'C:\\p\\src\\a.ts' }, ['read C:/p/src/a.ts']],
    ['gemini cli', 'read_file', { file_path: '/w/my\\ app/a.ts' }, ['read /w/my app/a.ts']],
    [
      'codex',
      'shell',
      { command: ['powershell.exe', '-NoProfile', '-Command', 'Get-Content a.ts'], workdir: 'C:\\p' },
      ['read C:/p/a.ts'],
    ],
    ['pi', 'edit', { path: 'a.ts', oldText: 'a', newText: 'b' }, ['modify a.ts']],
    ['pi', 'write', { path: 'a.ts', content: '' }, ['create a.ts']],
    ['mcp', 'mcp__files__read_text_file', { path: 'a.ts' }, ['read a.ts']],
    ['mcp', 'mcp__files__move_file', { source: 'a', destination: 'b' }, ['move a → b']],
    ['mcp', 'mcp__files__create_directory', { path: 'd' }, ['create d/']],
    ['mcp', 'mcp__any__showSourceFile', { filename: 'a.ts' }, ['read a.ts']],
    ['mcp', 'mcp__box__execute_in_container', { cmd: 'rm a.ts' }, ['delete a.ts']],
    ['mcp', 'mcp__tracker__list_issues', { team: 'x' }, []],
    ['mcp', 'mcp__tracker__create_issue', { title: 'x' }, []],
    ['none', 'think', { thought: 'rm -rf /' }, []],
    ['none', 'Read', {}, []],
    ['none', 'Read', 'not json', []],
  ]

describe('calls of every agent', () => {
  it.each(cases)('%s: %s %j', (_, name, args, expected) => {
    expect(effects(call(name, args))).toEqual(expected)
  })

  it('reads own keys only', () => {
    expect(effects(call('Read', '{"__proto__":{"path":"evil"},"constructor":"x"}'))).toEqual([])
  })

  it('takes the file that SWE-agent has open from the answer', () => {
    const answer = { text: 'Text replaced.\n(Open file: /repo/a.py)\n(Current directory: /repo)\nbash-$' }
    expect(effects(call('edit', { search: 'a', replace: 'b' }), answer)).toEqual(['modify /repo/a.py'])
  })

  it('distinguishes a file that was made from one that was there, where the answer says so', () => {
    const write = call('write_file', { file_path: 'a.md', content: '' })
    expect(effects(write, { text: 'Successfully created and wrote to new file: a.md.' })).toEqual([
      'create a.md',
    ])
    expect(effects(write, { text: 'Successfully overwrote file: a.md.' })).toEqual(['modify a.md'])
  })
})
