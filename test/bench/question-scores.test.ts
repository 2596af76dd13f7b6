import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { meanOfQuestions, scoreQuestions } from '../../bench/question-scores.ts'
import { readMeeting } from '../../bench/read-meeting.ts'
import { contentWords } from '../../src/scan/content-words.ts'
import { conversationText } from '../../src/scan/spoken-text.ts'

const file = {
  meeting_transcripts: [
    { speaker: 'Anna', content: 'Shall we begin? The remote needs a rubber case.' },
    { speaker: 'Ben', content: 'Right.' },
    { speaker: 'Anna', content: 'It will cost twelve euros to make.' },
  ],
  general_query_list: [{ query: 'Summarize the meeting', answer: 'The remote gets a rubber case.' }],
  specific_query_list: [
    {
      query: 'What did Anna say about the remote?',
      answer: 'The remote needs a rubber case.',
      relevant_text_span: [
        ['0', '1'],
        ['2', '99'],
      ],
    },
    { query: 'no answer' },
  ],
}

describe('meetings', () => {
  const { messages, questions } = readMeeting(JSON.stringify(file))

  it('are one message a turn, with their questions', () => {
    expect(conversationText(messages).split('\n')[1]).toBe('Ben: Right.')
    expect(questions).toEqual([
      { question: 'Summarize the meeting', answer: 'The remote gets a rubber case.', evidence: [] },
      {
        question: 'What did Anna say about the remote?',
        answer: 'The remote needs a rubber case.',
        evidence: [
          [0, 1],
          [2, 99],
        ],
      },
    ])
  })

  it('are refused where they are none', () => {
    expect(() => readMeeting('{')).toThrow(/not JSON/)
    expect(() => readMeeting({ turns: [] })).toThrow(/meeting_transcripts/)
  })

  it('are scored by words that the question does not give away, and by evidence to the letter', () => {
    const view = 'Anna: The remote needs a rubber case.'
    // Words: gets rubber case remote | needs rubber case. Evidence: two sentences of 20 characters and more.
    expect(scoreQuestions(questions, messages, view)).toEqual([
      { question: 'Summarize the meeting', words: 4, wordsVisible: 3, evidence: 0, evidenceVisible: 0 },
      {
        question: 'What did Anna say about the remote?',
        words: 3,
        wordsVisible: 3,
        evidence: 31 + 34,
        evidenceVisible: 31,
      },
    ])
    expect(meanOfQuestions(scoreQuestions(questions, messages, view))).toEqual({
      questions: 2,
      answers: (3 / 4 + 1) / 2,
      evidence: 31 / 65,
      withEvidence: 1,
    })
    expect(meanOfQuestions([])).toEqual({ questions: 0, answers: 0, evidence: 0, withEvidence: 0 })
  })
})

describe('words of content', () => {
  it('are no function words, and any number', () => {
    expect([...contentWords('The 12 cats of an_owner did not go to Žďár; THE cats!')]).toEqual([
      '12',
      'cats',
      'an_owner',
      'žďár',
    ])
  })
})

const corpus = join(import.meta.dirname, '../../../../shared/corpus/conversations/qmsum')

describe.skipIf(!existsSync(corpus))('meetings of the corpus (skipped where there is none)', () => {
  it('show all of their evidence when nothing is left out', () => {
    for (const name of readdirSync(corpus)
      .filter(name => name.endsWith('.json.gz'))
      .slice(0, 4)) {
      const { messages, questions } = readMeeting(gunzipSync(readFileSync(join(corpus, name))).toString())
      const {
        evidence,
        answers,
        questions: count,
      } = meanOfQuestions(scoreQuestions(questions, messages, conversationText(messages)))
      expect(count).toBeGreaterThan(2)
      expect(evidence).toBe(1)
      expect(answers).toBeGreaterThan(0.5)
      expect(answers).toBeLessThan(1)
    }
  })
})
