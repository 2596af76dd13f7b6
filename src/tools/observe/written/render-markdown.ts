/** Observations as markdown: `# Session Observations`, `## 1. [type] title`, facts, outcome. */
import type { Observation, SessionObservations } from '../observation.ts'
import { escapeLine, escapeText } from './escape-text.ts'
import {
  itemsOf,
  type ListName,
  listNames,
  type NoteName,
  noteNames,
  noteOf,
  type SessionPart,
  sessionNames,
  sessionPartText,
} from './observation-parts.ts'

export const documentTitle = '# Session Observations'
export const listTitles: Readonly<Record<ListName, string>> = {
  facts: '**Facts:**',
  files: '**Files:**',
  commands: '**Commands:**',
}
export const narrativeTitle = '**Narrative:** '
export const resultTitle = '**Result:** '
export const noteTitles: Readonly<Record<NoteName, string>> = {
  messages: 'Messages: ',
  times: 'Times: ',
  handle: 'Stored: ',
}
export const sessionTitles: Readonly<Record<SessionPart, string>> = {
  session: 'Session: ',
  agent: 'Agent: ',
  root: 'Root: ',
  'left-out': 'Left out: ',
}

export function renderMarkdown(sessions: readonly SessionObservations[]): string {
  return `${sessions.map(sessionText).join('\n\n')}\n`
}

function sessionText(session: SessionObservations): string {
  const head = [
    documentTitle,
    ...sessionNames.flatMap(name => titled(sessionTitles[name], sessionPartText(session, name))),
  ]
  return [head.join('\n'), ...session.observations.map(observationText)].join('\n\n')
}

function observationText(observation: Observation, at: number): string {
  const { type, title, narrative, result } = observation
  const head = [
    `## ${at + 1}. [${type}] ${escapeLine(title)}`,
    ...noteNames.flatMap(name => titled(noteTitles[name], noteOf(observation, name))),
  ]
  const lists = listNames.flatMap(name => {
    const items = itemsOf(observation, name)
    return items.length === 0
      ? []
      : [`${listTitles[name]}\n${items.map(item => `- ${indented(item)}`).join('\n')}`]
  })
  return [
    [head.join('\n'), ...lists.slice(0, 1)].join('\n'),
    ...lists.slice(1),
    ...(narrative === undefined ? [] : [`${narrativeTitle}${indented(narrative)}`]),
    ...(result === undefined ? [] : [`${resultTitle}${indented(result)}`]),
  ].join('\n\n')
}

function titled(title: string, text: string | undefined): readonly string[] {
  return text === undefined ? [] : [`${title}${escapeLine(text)}`]
}

/** Lines after the first are indented, so that none is mistaken for the document's own. */
function indented(text: string): string {
  return escapeText(text).replaceAll('\n', '\n  ')
}
