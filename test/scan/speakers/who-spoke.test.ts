import { describe, expect, it } from 'vitest'
import { carriersIn } from '../../../src/scan/actions/instruction-carriers.ts'
import { whoSpoke } from '../../../src/scan/speakers/who-spoke.ts'
import type { Message } from '../../../src/types.ts'
import { expectLinear } from '../../measure/expect-linear.ts'
import { answered, said } from '../../tools/evaluate/messages.ts'

/** The parts of the message at `at`, of all its texts: who, and what. */
function parts(messages: readonly Message[], at = messages.length - 1): readonly (readonly string[])[] {
  const { speechAt } = whoSpoke(messages)
  return (messages[at] as Message).blocks.flatMap((block, index) => {
    if (block.type !== 'text') return []
    const { text } = block
    return speechAt({ message: at, block: index }).flatMap(part => {
      const words = text.slice(part.start, part.end).trim()
      if (words === '') return []
      if (part.kind === 'command') {
        const args =
          part.arguments === undefined ? '' : ` ${text.slice(part.arguments.start, part.arguments.end)}`
        return [['command', `${text.slice(part.name.start, part.name.end)}${args}`]]
      }
      const state = part.kind === 'instructions' ? (part.isInForce ? ' in force' : ' over') : ''
      return [[`${part.kind}${state}`, words]]
    })
  })
}

const of = (text: string): readonly (readonly string[])[] => parts([said('user', text)])
const typed = (...texts: readonly string[]): readonly string[] =>
  texts.flatMap(text => of(text).flatMap(([who, words = '']) => (who === 'typed' ? [words] : [])))

const command = (name: string, args = ''): Message =>
  said(
    'user',
    `<command-message>${name} is running…</command-message>\n<command-name>/${name}</command-name>${args === '' ? '' : `\n<command-args>${args}</command-args>`}`,
  )
const prompt = '# Plan\n\nWrite a plan. NEVER CODE!\n\n| Step | Who |\n| --- | --- |\n| one | you |'

describe('a person', () => {
  it('typed a plain text, whatever it speaks of', () => {
    for (const text of [
      'Fix <b>this</b> <T> please.',
      '<system-reminder> is a tag that is never closed. Fix it.',
      'Never push!\n\n- one\n- two',
      'It should:\n1. be fast\n2. be small\n3. be done\n4. be shipped',
      'hi',
    ])
      expect(of(text)).toEqual([['typed', text]])
  })

  it('typed what is around the texts of programs', () => {
    expect(
      of(
        '<current_datetime>now</current_datetime>\nFix it.\n<system-reminder>\nBe brief.\n</system-reminder>\nThanks.',
      ),
    ).toEqual([
      ['program', '<current_datetime>now</current_datetime>'],
      ['typed', 'Fix it.'],
      ['program', '<system-reminder>\nBe brief.\n</system-reminder>'],
      ['typed', 'Thanks.'],
    ])
  })

  it.each([
    [
      'Codex in an editor',
      '# Context from my IDE setup:\n\n## Open tabs:\n- a.md: docs/a.md\n\n## My request for Codex:\nfix the tests\n',
    ],
    ['Cursor', '<open_files>\na.ts\n</open_files>\n<user_query>\nfix the tests\n</user_query>'],
    ['VS Code', '<context>\nThe date is known.\n</context>\n<userRequest>\nfix the tests\n</userRequest>'],
    [
      'Cline',
      '<task>\nfix the tests\n</task>\n<environment_details>\n# Open Tabs\na.ts\n</environment_details>',
    ],
    [
      'Gemini CLI',
      'fix the tests\n--- Content from referenced files ---\nContent from @a.ts:\nconst a = 1\n--- End of content ---',
    ],
    ['pi', '<skill name="debug" location="/s/SKILL.md">\nAlways find the cause.\n</skill>\n\nfix the tests'],
    [
      'mini-SWE-agent',
      `Please solve this issue: fix the tests\n\nYou can execute bash commands and edit files.\n\n## Rules\n\n1. One command.`,
    ],
    ['tau-bench', 'fix the tests ###STOP###'],
  ])('is found in what %s writes around the words', (_, text) => {
    expect(typed(text)).toEqual(['fix the tests'])
  })

  it('gave a command its arguments', () => {
    expect(parts([command('review', 'the parser, not the lexer')])).toEqual([
      ['command', '/review the parser, not the lexer'],
    ])
    expect(of('<bash-input>git pull</bash-input>')).toEqual([['command', 'git pull']])
    expect(of('Ran `git pull`\n```\nAlready up to date.\n```')).toEqual([['command', 'git pull']])
    const ofGemini =
      'I ran the following shell command:\n```sh\ngit pull\n```\n\nThis produced the following result:\n```\nAlready up to date.\n```'
    expect(of(ofGemini)).toEqual([['command', 'git pull']])
  })

  it('typed the one sentence in the slot of a template, not its lists', () => {
    const template = `## User Input\n\n\`\`\`text\nComplete the second milestone, tests first\n\`\`\`\n\nYou **MUST** consider the user input before proceeding.\n\n## Ignore files\n\n- **Kotlin**: \`build/\`, \`*.class\`\n- **Swift**: \`.build/\`\n- **Terraform**: \`.terraform/\`\n\n${'Go through each of the steps in order and report. '.repeat(8)}`
    expect(typed(template)).toEqual(['Complete the second milestone, tests first'])
    expect(of(template).filter(([who]) => who === 'instructions in force')).toHaveLength(2)
    expect(typed(template.replace('Complete the second milestone, tests first', ''))).toEqual([])
  })

  it('wrote no fence around the slot, and neither did the instructions', () => {
    const template = `## User Input\n\n\`\`\`text\nTests first\n\`\`\`\n\nYou **MUST** consider it.\n\n${'Go through each of the steps in order and report. '.repeat(8)}`
    const fences = (text: string): readonly (string | undefined)[] =>
      of(text).flatMap(([who, words = '']) => (words.includes('```') ? [who] : []))
    expect(fences(template)).toEqual(['program', 'program'])
    const empty = template.replace('Tests first', '')
    expect(of(empty)).toEqual([['instructions in force', empty.trim()]])
    const { speechAt } = whoSpoke([said('user', `\n${empty}`)])
    expect(speechAt({ message: 0, block: 0 })).toHaveLength(1)
  })
})

describe('a program', () => {
  it.each([
    ['an interruption', '[Request interrupted by user for tool use]'],
    ['a hook', 'Operation stopped by hook: another session is active.'],
    ['a notification', '<agent-notification>\n<status>completed</status>\n</agent-notification>'],
    ['a tag that nobody has listed', '<worker_update id="3">\ndone\n</worker_update>'],
    ['output of a local command', '<local-command-stdout>Bye!</local-command-stdout>'],
    ['a file that was attached', '<file_content path="a.ts">\nconst a = 1\n</file_content>'],
    [
      'a file that was named',
      '<path>/app/a.ts</path>\n<type>file</type>\n<content>\n1: const a = 1\n</content>',
    ],
    ['a tool that it ran for a person', 'The following tool was executed by the user'],
    ['a nudge', 'System: Please continue.'],
    ['a demonstration', 'Here is a demonstration of how to correctly accomplish this task.\n\nNever cheat.'],
  ])('wrote %s', (_, text) => {
    expect(of(text).every(([who]) => who === 'program')).toBe(true)
  })

  it('wrote a demonstration above the words of a person', () => {
    const shown =
      'Here is a demonstration of how to do it.\n--- DEMONSTRATION ---\nRun it.\n--- END OF DEMONSTRATION ---'
    expect(of(`${shown}\nPlease fix the parser.`)).toEqual([
      ['program', shown],
      ['typed', 'Please fix the parser.'],
    ])
  })

  it('answered the agent’s commands where the agent has no tools', () => {
    const shell = said('user', 'done\n[exit code 0]')
    const diff = said('user', 'diff --git a/a.py b/a.py\n+x = 1')
    const ran = said('assistant', 'I run it.\n```bash\nls\n```')
    expect(parts([said('user', 'Fix it.'), ran, shell])).toEqual([['program', 'done\n[exit code 0]']])
    expect(parts([said('user', 'Fix it.'), ran, shell, ran, diff]).map(([who]) => who)).toEqual(['program'])
    expect(parts([shell])[0]?.[0]).toBe('typed')
  })

  it('summed up an earlier conversation', () => {
    for (const text of [
      'This session is being continued from a previous conversation that ran out of context. The user must win.',
      'Another language model started to solve this problem and produced a summary.',
      '<state_snapshot>\n<overall_goal>Win.</overall_goal>\n</state_snapshot>',
    ])
      expect(of(text)).toEqual([['summary', text]])
  })

  it('set a task that somebody wrote elsewhere into its own prompt', () => {
    const text = `We're currently solving the following issue within our repository. Here's the issue text:\nISSUE:\nThe parser must never fail.\n\nIt does on empty input.\n\nINSTRUCTIONS:\nYou must write one command at a time.`
    expect(of(text).map(([who]) => who)).toEqual(['program', 'pasted', 'instructions in force'])
  })
})

describe('another agent', () => {
  it('wrote the plan that a person let pass', () => {
    const plan = 'Implement the following plan:\n\n# Plan: filters\n\nNever touch the lexer.'
    expect(of(plan)).toEqual([['quotedAgent', plan]])
  })
})

describe('instructions', () => {
  it('are files and the environment, in force to the end', () => {
    const rules = '# AGENTS.md instructions for /repo\n\n<INSTRUCTIONS>\nNever push.\n</INSTRUCTIONS>'
    const messages = [
      said('user', rules),
      said('user', 'Fix it.'),
      said('assistant', 'Done.'),
      said('user', 'And docs.'),
    ]
    expect(parts(messages, 0)).toEqual([['instructions in force', rules]])
  })

  it('are not what people write in tags to order their words', () => {
    expect(of('<instructions>\nNever push.\n</instructions>\n\nFix it.').map(([who]) => who)).toEqual([
      'typed',
    ])
    expect(carriersIn('<instructions>\nNever push.\n</instructions>')).toHaveLength(1)
  })

  it('are the prompt of a command until somebody asks for something else', () => {
    const running = [command('plan', 'the store'), said('user', prompt)]
    expect(parts(running)).toEqual([['instructions in force', prompt]])
    const question = [...running, said('assistant', 'SQLite or files?'), said('user', 'files')]
    expect(parts(question, 1)).toEqual([['instructions in force', prompt]])
    const over = [...question, said('assistant', 'Here is the plan.'), said('user', 'Now build the store.')]
    expect(parts(over, 1)).toEqual([['instructions over', prompt]])
  })

  it('are the prompt of a command in the same message, as requests carry it', () => {
    const text = (words: string) => ({ type: 'text', text: words, media: 'text' }) as const
    const message: Message = {
      role: 'user',
      blocks: [
        ...command('plan', 'the store').blocks,
        text('<system-reminder>\nBe brief.\n</system-reminder>'),
        text(prompt),
      ],
    }
    expect(parts([message]).map(([who]) => who)).toEqual(['command', 'program', 'instructions in force'])
  })

  it('are not what a person says after a command of the program', () => {
    const local = said(
      'user',
      '<command-name>/model</command-name>\n            <command-message>model</command-message>\n            <command-args></command-args>',
    )
    const out = said('user', '<local-command-stdout>Set model</local-command-stdout>')
    expect(parts([local, out, said('user', 'Fix it.')])).toEqual([['typed', 'Fix it.']])
    expect(parts([local, said('user', 'Fix it.')])).toEqual([['typed', 'Fix it.']])
  })

  describe('of a command whose name comes first', () => {
    const named = (name: string, args = ''): Message =>
      said(
        'user',
        `<command-name>/${name}</command-name>\n<command-message>${name}</command-message>\n<command-args>${args}</command-args>`,
      )
    const caveat = said('user', '<local-command-caveat>Caveat: run locally.</local-command-caveat>')
    const out = said('user', '<local-command-stdout>Set model</local-command-stdout>')
    const long = `${prompt}\n\n${'Ask before you go on. '.repeat(20)}`.trim()
    const isForAgent = (messages: readonly Message[], at = 0): boolean =>
      whoSpoke(messages)
        .speechAt({ message: at, block: 0 })
        .some(part => part.kind === 'command' && part.hasPrompt)

    it('are what follows it, and the command asks the agent', () => {
      const session = [named('plan', 'the store'), said('user', long)]
      expect(parts(session)).toEqual([['instructions in force', long]])
      expect(parts(session, 0)).toEqual([['command', '/plan the store']])
      expect(isForAgent(session)).toBe(true)
    })

    it('are not needed where the agent answers at once', () => {
      expect(isForAgent([named('plan', 'the store'), said('assistant', 'Here is the plan.')])).toBe(true)
    })

    it('are missing where its program ran it', () => {
      const answer = said('assistant', 'Done.')
      expect(isForAgent([named('model'), out, said('user', long), answer])).toBe(false)
      expect(parts([named('model'), out, said('user', long)])[0]?.[0]).not.toBe('instructions in force')
      expect(isForAgent([caveat, named('model'), answer], 1)).toBe(false)
      expect(isForAgent([named('model'), said('user', 'Fix it.'), answer])).toBe(false)
    })
  })

  it('are the prompt that a skill loads, not what a person says meanwhile', () => {
    const loads = answered('Skill', { skill: 'plan' }, 'Launching skill: plan')
    const long = `${prompt}\n\n${'Ask before you go on. '.repeat(20)}`
    expect(parts([said('user', 'Plan it.'), ...loads, said('user', long)])[0]?.[0]).toBe(
      'instructions in force',
    )
    expect(parts([said('user', 'Plan it.'), ...loads, said('user', 'and be quick')])).toEqual([
      ['typed', 'and be quick'],
    ])
  })
})

describe('what was typed again', () => {
  const stop = said('user', '[Request interrupted by user]')
  const kindsOf = (...messages: readonly Message[]) => {
    const { speechAt } = whoSpoke(messages)
    return messages.map((_, message) => speechAt({ message, block: 0 })[0]?.kind)
  }
  const [first, anew] = ['Is it the hook of the first session?', 'Is it the hook of the first window?'].map(
    text => said('user', text),
  ) as [Message, Message]

  it('is no request of its own where the agent had said nothing', () => {
    expect(kindsOf(first, stop, anew)).toEqual(['retyped', 'program', 'typed'])
    expect(kindsOf(first, stop, anew, stop, first)[2]).toBe('retyped')
  })

  it('is no request of its own where a longer one was sent again at once', () => {
    const asked =
      'Keep the row of a deleted session, remove its content from the search index and mark it as hidden.'
    const extended = `${asked} Say so in the question before it is deleted.`
    expect(kindsOf(said('user', asked), said('user', extended))).toEqual(['retyped', 'typed'])
    expect(kindsOf(said('user', asked), said('assistant', 'Done.'), said('user', extended))[0]).toBe('typed')
    const other = 'Keep the row of a deleted project, and show a warning above the list of its sessions.'
    expect(kindsOf(said('user', asked), said('user', other))[0]).toBe('typed')
    const project = asked.replace('session', 'project')
    expect(kindsOf(said('user', asked), said('user', project))[0]).toBe('typed')
    const [first, second] = ['src/a.c', 'src/b.c'].map(path => said('user', `${asked} Begin with ${path}.`))
    expect(kindsOf(first as Message, second as Message)[0]).toBe('typed')
  })

  it('is no request of its own where a long one was sent again with another word', () => {
    const asked =
      'Keep the row of a deleted session, remove its content from the search index and mark it as hidden. ' +
      'Say in the window that nothing is removed from the disk, and that only a new index brings it back.'
    const corrected = asked.replace('window', 'question')
    expect(kindsOf(said('user', asked), said('user', corrected))).toEqual(['retyped', 'typed'])
    for (const other of [
      asked.replace('window', '`src/window.ts`'),
      asked.replace('window', 'question').replace('session', 'project'),
    ])
      expect(kindsOf(said('user', asked), said('user', other))[0]).toBe('typed')
  })

  it('is one where the agent had answered, was not stopped, or is asked for something else', () => {
    expect(kindsOf(first, said('assistant', 'Yes.'), stop, anew)[0]).toBe('typed')
    expect(kindsOf(first, anew)[0]).toBe('typed')
    expect(kindsOf(first, stop, said('user', 'Write the tests before that.'))[0]).toBe('typed')
  })
})

describe('what was pasted', () => {
  it('goes on behind a colon', () => {
    const report =
      'This parser repeats what readRows in rows.ts does for each line of a file. Both keep the position of the last line, and both read the header again for every part that they find, with the same result, although the header is the same in all parts of a file.'
    const text = `${report}\n\nThe steps are the same in both of them, in this order:\n\nCheck the header of a part\nRemove the part`
    expect(of(text).map(([who]) => who)).toEqual(['pasted'])
  })

  it.each([
    [
      'a test run',
      'fix this\n\n--- FAIL: TestA (0.05s)\n    a_test.go:65: no\nFAIL\nFAIL\tgithub.com/x/y 0.1s',
    ],
    [
      'a stack trace',
      'it crashed:\n\nError: no\n    at a (/r/a.ts:1:2)\n    at b (/r/b.ts:3:4)\n    at c (/r/c.ts:5:6)',
    ],
    ['a screen', '⏺ Task(Review)\n  ⎿  Done (9 tool uses)\n\ndoes this add up?'],
    ['a fence', 'what does this do?\n```ts\nconst a = 1\nconst b = 2\n```'],
    ['a quotation', 'see this\n\n> You must never do it.\n> Never ever.'],
    [
      'feedback',
      `I got this feedback:\n\nThe filter omits the summary file. ${'Summaries are written without any check. '.repeat(6)}`,
    ],
    [
      'a bug report',
      `The readFile function omits the size limit. ${'When a server sends more, memory runs out and the process ends. '.repeat(4)}`,
    ],
  ])('is %s', (_, text) => {
    const found = of(text)
    expect(found.some(([who]) => who === 'pasted')).toBe(true)
    expect(
      found
        .map(([, words]) => words)
        .join(' ')
        .replace(/\s/g, ''),
    ).toBe(text.replace(/\s/g, ''))
  })

  it('ends where a person speaks again, above and below it', () => {
    const log = Array.from(
      { length: 60 },
      (_, at) => `2026-01-01T00:00:0${at % 10}Z ERROR request ${at} failed in step`,
    ).join('\n')
    const above = 'I see two things:\n1. it fails\n2. it is slow'
    for (const below of ['And keep the format of the log as it is.', 'why?'])
      for (const pasted of [log, `\`\`\`\n${log}\n\`\`\``])
        expect(
          of(`${above}\n\n${pasted}\n\n${below}`).map(([who, words]) => (who === 'typed' ? words : who)),
        ).toEqual([above, 'pasted', below])
  })

  it('is a document, and the task where it is all of the first message', () => {
    const document = `# Goal\n\n${'Words of it. '.repeat(60)}\n\n## Rules\n\nNever push.\n\n## Steps\n\n${'More words. '.repeat(80)}`
    const asTask = whoSpoke([said('user', document)]).speechAt({ message: 0, block: 0 })
    expect(asTask).toEqual([{ start: 0, end: document.length, kind: 'pasted', isTask: true }])
    expect(of(`Check this against the code:\n\n${document}`).map(([who]) => who)).toEqual(['typed', 'pasted'])
    const later = [said('user', 'hi'), said('assistant', 'Hello.'), said('user', document)]
    expect(whoSpoke(later).speechAt({ message: 2, block: 0 })).toEqual([
      { start: 0, end: document.length, kind: 'pasted' },
    ])
  })
})

describe('words of others between those of a person', () => {
  const comment =
    'This retry duplicates what `sendAll` in queue.ts does at line 40. Both handle the same case: a socket that closes before the answer has arrived.'

  it('go on over paragraphs until the person speaks again', () => {
    expect(
      typed(
        `${comment} It is easy to mend one of the two and forget the other.\n\nConsider one helper for both:\n\nA closed socket\nA late answer\n\nI think that is right. Any other ideas?`,
      ),
    ).toEqual(['I think that is right. Any other ideas?'])
  })

  it('go on behind a lone connecting word', () => {
    expect(
      typed(
        `I got this feedback:\n\nThe names of the tests should say what is tested here, and each of them should test one thing.\n\nand\n\nThe list in table.ts is sorted twice, consider sorting it once and ensure that it stays sorted.`,
      ),
    ).toEqual(['I got this feedback:', 'and'])
  })

  it('are announced at a distance', () => {
    expect(
      typed(
        'Responding to the note below, why would jobs go to both queues? I thought there was one:\n\nThe file leaves one worker active, so jobs on the other queue will never be taken by anybody.',
      ),
    ).toEqual(['Responding to the note below, why would jobs go to both queues? I thought there was one:'])
  })

  it('may be an essay that says I', () => {
    const essay = `When I resume a session I mean the one of this folder. ${'The picker shows names and dates. '.repeat(8)}`
    expect(
      typed(
        `Here was a chat about this with a friend:\n\nA good picker is short and has names for what was done in it.\n\n${essay.trim()}\n\nWhat does it tell us?`,
      ),
    ).toEqual(['Here was a chat about this with a friend:', 'What does it tell us?'])
  })

  it('are rated by the tool that found them', () => {
    expect(
      typed(
        'Missing file counts as a match\n\nMedium Severity\n\nThe function returns true where the file is gone. That takes a file that is missing for one that is the same, so that a commit can be linked to work that is no longer in it at all.',
      ),
    ).toEqual([])
  })

  it('are no quotation between marks that are part of a command', () => {
    const text = `I looked: the tr -d '"' in the pipeline strips the marks but not the returns, so that a file with other line ends becomes "1\\r" where we compare it with "1", and it fails without a word of why it does.`
    expect(typed(text)).toEqual([text])
  })

  it('end before a last short sentence', () => {
    expect(
      typed(
        `${comment} It is easy to mend one of the two and to forget the other.\n\nThe queue should own it`,
      ),
    ).toEqual(['The queue should own it'])
  })
})

describe('what a person pastes from a terminal', () => {
  it('runs from the prompt to the next words of the person', () => {
    expect(
      typed(
        'watch is slow\n\n[10:34 main ~/work/app] app watch\n\nLooking for your files\n   Press Ctrl+C to stop\n\nFound 3 files\n\nThose lines come late on a large disk, and whoever waits for them thinks that nothing happens at all, so they stop it long before it would have been done with what it does, and then write to us.\n\nLet us show a bar.',
      ),
    ).toEqual([
      'watch is slow',
      'Those lines come late on a large disk, and whoever waits for them thinks that nothing happens at all, so they stop it long before it would have been done with what it does, and then write to us.\n\nLet us show a bar.',
    ])
  })

  it('is a drawing, a bar, a line with a time', () => {
    for (const drawn of [
      '> v main\n   > ╭ - 7c35564 first\n   > ╰ - 310776e second',
      '  claude ▕████████▏ 3/3\n  codex ▕████████▏ 4/4',
      '2026-02-13T08:45:11+01:00 lock removed\ncould not get the review\nUnset the variable.',
    ])
      expect(typed(`why is it so?\n\n${drawn}`)).toEqual(['why is it so?'])
  })

  it('is no list of files that the person names, and no words between two fences', () => {
    expect(of('Key files to read:\n- src/app/main.ts\n- src/app/table.ts\n- src/app/list.ts')).toHaveLength(1)
    expect(
      typed(
        'Run:\n\n```\ngit log\ngit show\n```\n\nThen for each commit:\n\n```\ngit diff\ngit status\n```\n\nthanks',
      ),
    ).toEqual(['Run:', 'Then for each commit:', 'thanks'])
  })
})

describe('the reader', () => {
  it('leaves no gap and no overlap', () => {
    for (const text of ['a\n\n```\nb\nc\n```\n\nd <system-reminder>e</system-reminder>\n f', '\n\n', ' x '])
      expect(
        whoSpoke([said('user', text)])
          .speechAt({ message: 0, block: 0 })
          .reduce((end, part) => (part.start === end ? part.end : -1), 0),
      ).toBe(text.length)
  })

  it('takes time in proportion to the text', () => {
    const hostile = [
      '<a_b>',
      '</system-reminder>',
      '"',
      '# \n',
      '```\n',
      '###A',
      '## User Input\n',
      '[',
      'at a (b)\n',
    ]
    for (const piece of hostile)
      expectLinear(
        length => piece.repeat(length / piece.length),
        text => whoSpoke([said('user', text)]).speechAt({ message: 0, block: 0 }),
      )
  })
})
