/** Random conversations made of whole steps: a call and its answer are never torn apart. */
import fc from 'fast-check'
import type { Message } from '../../src/types.ts'
import { answered, said } from '../tools/evaluate/messages.ts'

export type Step = readonly Message[]

const paths = [
  '/repo/src/a.ts',
  'src/a.ts',
  '/repo/src/b.ts',
  'notes (old).md',
  'we`ird\npath.txt',
  '/other/src/a.ts',
]
const commands = [
  'npm test',
  'cd app && npx vitest run a.test.ts 2>&1 | tail -20',
  'npx vitest run',
  '\\\nNODE_ENV=test \\\nnpm test',
  "python3 - <<'PY'\nprint(1)\nPY",
  "python3 - <<'PY'\nprint(2)\nPY",
  'echo "use `tick` here and there" && git commit -m "a → b — c"',
  `grep -rn ${'x'.repeat(200)} src`,
]
const userTexts = [
  'Build a parser.\n\n- It must be fast.\n- Never touch the lexer!',
  'Use pnpm instead of npm for installs.',
  'Always use npm for installs.',
  'ok',
  'The build does not work.',
  'It works now, thanks.',
  '必须使用空格缩进。 不要改动 lexer。',
  'Let’s go with tabs. Because they are shorter.',
  '# Title\n## Not a section\n[3 more]\n- not a row\n\n  Why: not a reason\n\\ backslash',
]
const assistantTexts = [
  'I decided to keep the cache. This avoids a second read.',
  'Shall I delete the old file?',
  'I am blocked on the missing key.',
  'Next, I will write the tests.',
  'Done.',
]

const pathStep = fc
  .record({
    tool: fc.constantFrom('Read', 'Write', 'Edit', 'Delete'),
    path: fc.constantFrom(...paths),
    fails: fc.boolean(),
    name: fc.constantFrom('parseArgs', 'main', 'readAll'),
  })
  .map(
    ({ tool, path, fails, name }): Step =>
      answered(
        tool,
        {
          file_path: path,
          old_string: 'x',
          new_string: `function ${name}(a) {}`,
          content: `class ${name} {}`,
        },
        fails ? 'Error: String to replace not found' : 'done',
        fails,
      ),
  )

const runStep = fc
  .record({
    command: fc.constantFrom(...commands),
    code: fc.constantFrom(0, 0, 1, 2),
    output: fc.constantFrom('fine', 'TypeError: x is not a function\n  at a.ts', '\rprogress\rerror: no\r'),
  })
  .map(
    ({ command, code, output }): Step =>
      answered('Bash', { command }, `Exit code ${code}\n${output}`, code !== 0),
  )

const todoStep = fc
  .array(
    fc.record({
      content: fc.constantFrom('Write tests', 'Fix bug', 'Ship'),
      status: fc.constantFrom('pending', 'in_progress', 'completed'),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((todos): Step => answered('TodoWrite', { todos }, 'Todos have been modified'))

const taskStep = fc
  .record({ taskId: fc.constantFrom('1', '2'), status: fc.constantFrom('in_progress', 'completed') })
  .chain(update =>
    fc.constantFrom(
      answered('TaskUpdate', update, 'Updated task'),
      answered(
        'TaskCreate',
        { subject: `Item ${update.taskId}` },
        `Task #${update.taskId} created successfully`,
      ),
    ),
  )

const speechStep = fc.oneof(
  fc.constantFrom(...userTexts).map((text): Step => [said('user', text)]),
  fc.constantFrom(...assistantTexts).map((text): Step => [said('assistant', text)]),
)

export const step: fc.Arbitrary<Step> = fc.oneof(
  pathStep,
  runStep,
  todoStep,
  taskStep,
  speechStep,
  speechStep,
)
export const steps: fc.Arbitrary<readonly Step[]> = fc.array(step, { maxLength: 30 })
