import { describe, expect, it } from 'vitest'
import { stateLine } from '../../../../src/strategies/coverage/head/view-head.ts'
import type { Message } from '../../../../src/types.ts'
import { messageNumbers } from '../../../../src/view/message-index.ts'
import { call, result, say, text } from '../../../formats/neutral-messages.ts'
import { answered as answeredCall } from '../../../tools/evaluate/messages.ts'

const request = say('user', text('Mend the parser.'))
const called = say('assistant', call('a', '{"command":"ls"}'))
const running = say('tool', result('a', 'Process running with session ID 4711\nOutput:\n'))
const submit = { ...call('s', '{}'), name: 'submit' }
const ran = (command: string) => answeredCall('Bash', { command }, '', false)
const answered = say('tool', result('a', 'a.ts'))

const prompt = `## User Input

\`\`\`text

\`\`\`

You **MUST** consider the user input before proceeding.

## Outline

${'Go through each of the steps in order and report. '.repeat(8)}`

describe('stateLine', () => {
  it.each<[string, readonly Message[], string]>([
    ['without an answer', [request], 'State at #1: request #1 has no answer yet'],
    [
      'only thought about',
      [request, say('assistant', { type: 'opaque', kind: 'reasoning', value: {} })],
      'State at #2: request #1 has no answer yet',
    ],
    [
      'stopped by a rejection',
      [
        request,
        called,
        say(
          'tool',
          result('a', "The user doesn't want to proceed with this tool use. The tool use was rejected."),
        ),
      ],
      'State at #3: request #1 is being worked on, but the user rejected the last call',
    ],
    [
      'stopped by a rejection with an interruption behind it',
      [
        request,
        called,
        say(
          'tool',
          result('a', "The user doesn't want to proceed with this tool use. The tool use was rejected."),
        ),
        say('user', text('[Request interrupted by user for tool use]')),
      ],
      'State at #4: request #1 is being worked on, but the user rejected the last call',
    ],
    [
      'interrupted',
      [request, called, answered, say('user', text('[Request interrupted by user]'))],
      'State at #4: request #1 is being worked on, but the user interrupted it',
    ],
    [
      'answered before what the program adds',
      [
        request,
        called,
        answered,
        say('assistant', text('It is mended.')),
        say('developer', text('You are in the default mode.')),
        say('user', text('<environment_context>\n  <cwd>/w</cwd>\n</environment_context>')),
      ],
      'State at #6: request #1 is answered',
    ],
    [
      'under way, with the result of a call that did something',
      [request, ...ran('git add a.ts && git commit -m x')],
      'State at #3: request #1 is being worked on; the last call (#2) succeeded, no reply yet',
    ],
    [
      'under way, with the result of a call that may have failed in part',
      [request, ...ran('git commit -m x; touch b.ts')],
      'State at #3: request #1 is being worked on',
    ],
    ['under way', [request, called, answered], 'State at #3: request #1 is being worked on'],
    [
      'answered before commands of the program',
      [
        request,
        called,
        answered,
        say('assistant', text('It is mended.')),
        say('user', text('<bash-input>git pull</bash-input>')),
        say('user', text('<bash-stdout>Already up to date.</bash-stdout>')),
        say('user', text('<local-command-caveat>Caveat: do not respond.</local-command-caveat>')),
        say('user', text('<command-name>/exit</command-name>\n<command-message>exit</command-message>')),
        say('user', text('<local-command-stdout>Bye!</local-command-stdout>')),
      ],
      'State at #9: request #1 is answered',
    ],
    [
      'answered',
      [request, called, answered, say('assistant', text('It is mended.'))],
      'State at #4: request #1 is answered',
    ],
    [
      'answered with a remark',
      [request, called, answered, say('assistant', text('It is mended. I should note that no test ran.'))],
      'State at #4: request #1 is answered',
    ],
    [
      'answered with what is left as it is',
      [
        request,
        called,
        answered,
        say('assistant', text('It is mended. I’m leaving the old tests as they are.')),
      ],
      'State at #4: request #1 is answered',
    ],
    [
      'reported on',
      [
        request,
        called,
        answered,
        say('assistant', text('The parser is mended. I’m rerunning the tests now.')),
      ],
      'State at #4: request #1 is being worked on',
    ],
    [
      'reported on, with a file and a quotation',
      [
        request,
        called,
        answered,
        say(
          'assistant',
          text('The parser is mended. I’m comparing src/a.ts with what you call “the old one.”'),
        ),
      ],
      'State at #4: request #1 is being worked on',
    ],
    [
      'reported on, with the next step behind it',
      [request, called, answered, say('assistant', text('It parses again. I’ll run the tests next.'))],
      'State at #4: request #1 is being worked on',
    ],
    [
      'commented on',
      [
        request,
        called,
        answered,
        { ...say('assistant', text('The parser reads each file twice.')), isCommentary: true },
      ],
      'State at #4: request #1 is being worked on',
    ],
    [
      'waiting for a command',
      [request, called, running, say('assistant', text('The build is running.'))],
      'State at #4: request #1 is being worked on',
    ],
    [
      'answered with a question',
      [request, called, answered, say('assistant', text('I’m waiting for your decision.'))],
      'State at #4: request #1 is answered',
    ],
    [
      'announced',
      [request, say('assistant', text('Now let me read the parser:'))],
      'State at #2: request #1 is being worked on',
    ],
    [
      'announced with a reason behind it',
      [request, say('assistant', text('Let me find who calls it. The message is from the parser.'))],
      'State at #2: request #1 is being worked on',
    ],
    [
      'announced as an order',
      [request, say('assistant', text('Now remove the old tests.'))],
      'State at #2: request #1 is being worked on',
    ],
    ...[
      'I’ll keep the old name. All else is renamed.',
      'Let me explain. The lexer calls it.',
      'Now add your key to the file.',
    ].map((words): [string, readonly Message[], string] => [
      `answered with "${words}"`,
      [request, say('assistant', text(words))],
      'State at #2: request #1 is answered',
    ]),
    [
      'answered below what was announced',
      [request, say('assistant', text('Let me find who calls it.\n\nThe lexer does.'))],
      'State at #2: request #1 is answered',
    ],
    [
      'continued in other words',
      [request, say('assistant', text('Shall I?')), say('user', text('yep let’s do it')), called],
      'State at #4: request #1 (continued by #3 "yep let’s do it") is being worked on',
    ],
    [
      'an inserted prompt, nothing typed',
      [request, say('assistant', text('It is mended.')), say('user', text(prompt)), called, answered],
      'State at #5: request #3 (an inserted prompt, nothing typed) is being worked on',
    ],
    [
      'continued after another one was taken back',
      [
        request,
        called,
        answered,
        say('user', text('Rename the lexer.')),
        called,
        answered,
        say('user', text('never mind')),
        say('assistant', text('The lexer keeps its name.')),
        say('user', text('go on')),
        called,
      ],
      'State at #10: request #1 (continued by #9 "go on") is being worked on',
    ],
    [
      'made by a command of the agent',
      [request, called, answered, say('user', text('/review')), called],
      'State at #5: request #4 "/review" is being worked on',
    ],
    [
      'continued',
      [
        request,
        called,
        answered,
        say('user', text('proceed')),
        called,
        answered,
        say('user', text('Yes, go on.')),
        called,
      ],
      'State at #8: request #1 (continued by #7 "Yes, go on.") is being worked on',
    ],
    [
      'continued and not begun again',
      [request, say('assistant', text('Shall I mend the lexer, too?')), say('user', text('yes'))],
      'State at #3: request #3 has no answer yet',
    ],
    [
      'added to while the agent works',
      [request, called, answered, say('user', text('The lexer is fine.')), called, answered],
      'State at #6: request #1 (user added #4 "The lexer is fine.") is being worked on',
    ],
    [
      'added to by a question that has an answer in words',
      [
        request,
        called,
        answered,
        say('user', text('Is the lexer fine?')),
        say('assistant', text('It is.'), call('b', '{"command":"ls"}')),
      ],
      'State at #5: request #1 (user added #4 "Is the lexer fine?", answered #5) is being worked on',
    ],
    [
      'added to by a question that asks to do something',
      [
        request,
        called,
        answered,
        say('user', text('Can you mend the lexer, too?')),
        say('assistant', text('Yes.'), call('b', '{"command":"ls"}')),
      ],
      'State at #5: request #1 (user added #4 "Can you mend the lexer, too?") is being worked on',
    ],
    [
      'added to and not looked at again',
      [request, called, answered, say('user', text('The lexer is fine.')), say('user', text('I think.'))],
      'State at #5: request #1 (user added #4 "The lexer is fine.", #5) is being worked on',
    ],
    [
      'added to, and continued in words that say why',
      [
        request,
        called,
        answered,
        say('user', text('Wait, I have to update it first.')),
        say('assistant', text('I wait.')),
        say('user', text('I have updated it, please continue.')),
        called,
      ],
      'State at #7: request #1 (user added #4 "Wait, I have to update it first.", continued by #6 "I have updated it, please continue.") is being worked on',
    ],
    [
      'another one after an interruption',
      [
        request,
        called,
        answered,
        say('user', text('[Request interrupted by user]')),
        say('user', text('Rename the lexer.')),
        called,
      ],
      'State at #6: request #5 "Rename the lexer." is being worked on',
    ],
    [
      'another one beside a call without a result',
      [request, called, say('user', text('Rename the lexer.'))],
      'State at #3: request #3 has no answer yet',
    ],
    [
      'another one that takes back the last',
      [request, called, answered, say('user', text('Ignore my last message, list the files.')), called],
      'State at #5: request #4 "Ignore my last message, list the files." is being worked on',
    ],
    [
      'added to by a rejection',
      [
        request,
        called,
        say(
          'tool',
          result(
            'a',
            "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nMend the lexer as well.",
          ),
        ),
        say('assistant', call('b', '{"command":"ls"}')),
        say('tool', result('b', 'a.ts')),
      ],
      'State at #5: request #1 (user added #3 "Mend the lexer as well.") is being worked on',
    ],
    ['only a greeting', [say('user', text('hi')), called], 'State at #2: request #1 is being worked on'],
    [
      'in force again',
      [
        request,
        called,
        answered,
        say('user', text('Book a flight.')),
        say('user', text('Oops, wrong chat.')),
        called,
      ],
      'State at #6: request #1 is being worked on; #5 takes back request #4',
    ],
    [
      'in force again and answered before',
      [
        request,
        say('assistant', text('It is mended.')),
        say('user', text('Now rename it.')),
        say('user', text('Never mind')),
        say('assistant', text('As you like.')),
      ],
      'State at #5: request #1 is answered; #4 takes back request #3',
    ],
    [
      'in force again, answered before and nothing said since',
      [
        request,
        say('assistant', text('It is mended.')),
        say('user', text('Now rename it.')),
        say('user', text('Never mind')),
      ],
      'State at #4: request #1 is answered; #4 takes back request #3',
    ],
    [
      'taken back',
      [request, say('user', text('sorry, ignore my last message'))],
      'State at #2: #2 takes back request #1',
    ],
    [
      'under way in a shell that answers in the name of the user',
      [
        request,
        say('assistant', text('I look:\n```\nls\n```')),
        say('user', text('a.ts\nbash-$')),
        say('assistant', text('Then I read it.\n```\ncat a.ts\n```')),
      ],
      'State at #4: request #1 is being worked on',
    ],
    [
      'handed in',
      [
        request,
        called,
        answered,
        say('assistant', text('Let me submit it.'), submit),
        say('tool', result('s', 'diff')),
      ],
      'State at #5: request #1 is answered',
    ],
    [
      'handed in without an answer',
      [request, called, answered, say('assistant', submit)],
      'State at #4: request #1 is answered',
    ],
    [
      'refused when it was handed in',
      [
        request,
        say('assistant', submit),
        say('tool', { type: 'toolResult', callId: 's', text: 'no diff', isError: true, media: 'text' }),
      ],
      'State at #3: request #1 is being worked on',
    ],
    [
      'a plan of the agent that the user let pass',
      [
        say('user', text('Implement the following plan:\n\n# Parser\n\n## Steps\n\n1. Read it')),
        called,
        answered,
      ],
      'State at #3: request #1 is being worked on',
    ],
    [
      'the one before, after a rejected call',
      [
        request,
        called,
        say(
          'tool',
          result('a', "The user doesn't want to proceed with this tool use. The tool use was rejected."),
        ),
        say('user', text('[Request interrupted by user for tool use]')),
        say('user', text('The lexer reads it, too.')),
        say('assistant', call('b', '{}')),
      ],
      'State at #6: request #1 (user added #5 "The lexer reads it, too.") is being worked on',
    ],
    ['of nobody', [called, answered], 'State at #2'],
  ])('says whether a request is %s', (_, messages, line) => {
    expect(stateLine(messages, messageNumbers(messages))).toBe(line)
  })

  it('quotes a request that is not the first, and what a lead-in leads to', () => {
    const asked = (words: string) =>
      stateLine(
        [request, called, answered, say('assistant', text('Done.')), say('user', text(words)), called],
        messageNumbers([request, called, answered, called, called, called]),
      )
    const long = `Rename the lexer ${'and all that calls it '.repeat(9)}`
    expect(asked(long)).toBe(`State at #6: request #5 "${long.slice(0, 117)} …" is being worked on`)
    expect(asked(`https://example.org/app/issues/${'9'.repeat(99)} is this still open?`)).toContain(
      '#5 "… is this still open?" is',
    )
    const command =
      '<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>src</command-args>'
    expect(asked(command)).toContain('#5 "/review src" is')
    expect(asked('Implement the following plan:\n\n# Plan: read once\n\nAs said.')).toBe(
      'State at #6: request #5 "Implement the following plan:" "# Plan: read once" is being worked on',
    )
  })

  it('gives the first words of a request that stays as it is, beside which no number is', () => {
    const messages = [request, called, answered, say('user', text('  yes please')), called]
    const lineWith = (...kept: readonly number[]) =>
      stateLine(messages, messageNumbers(messages), {
        isKept: at => kept.includes(at),
        openCalls: 0,
      })
    expect(lineWith(0, 3)).toBe(
      'State at #5: request #1 "Mend the parser." (continued by #4 "yes please") is being worked on',
    )
    expect(lineWith(3)).toBe('State at #5: request #1 (continued by #4 "yes please") is being worked on')
    const long = [say('user', text(`${'Mend the parser and all else. '.repeat(4)}\nThanks.`)), called]
    expect(stateLine(long, messageNumbers(long), { isKept: () => true, openCalls: 1 })).toBe(
      'State at #2: request #1 "Mend the parser and all else. Mend the parser and all else. Mend the parser and …" is being worked on; the last call has no answer yet',
    )
    expect(stateLine(long, messageNumbers(long), { isKept: () => false, openCalls: 3 })).toBe(
      'State at #2: request #1 is being worked on; the last 3 calls have no answer yet',
    )
    const address = 'https://example.org/app/issues/1263'
    const about = [say('user', text(`${address} is this still open?`)), called]
    expect(stateLine(about, messageNumbers(about), { isKept: () => true, openCalls: 0 })).toBe(
      `State at #2: request #1 "${address} is this still open?" is being worked on`,
    )
    const alone = [say('user', text(address)), called]
    expect(stateLine(alone, messageNumbers(alone), { isKept: () => true, openCalls: 0 })).toBe(
      `State at #2: request #1 "${address}" is being worked on`,
    )
  })
})
