/** Observations as XML: `<observations><observation><type>…</type><title>…</title><facts>…</facts>…`. */
import type { Observation, SessionObservations } from '../observation.ts'
import { escapeLine, escapeText } from './escape-text.ts'
import { itemsOf, listNames, noteNames, noteOf, sessionNames, sessionPartText } from './observation-parts.ts'

/** Several sessions are in one `<sessions>`. */
export function renderXml(sessions: readonly SessionObservations[]): string {
  const texts = sessions.map(sessionText)
  return texts.length === 1
    ? `${texts[0]}\n`
    : `<sessions>\n${texts.map(text => `${text}\n`).join('')}</sessions>\n`
}

function sessionText(session: SessionObservations): string {
  const parts = sessionNames.flatMap(name => lineElement(name, sessionPartText(session, name)))
  return ['<observations>', ...parts, ...session.observations.map(observationText), '</observations>'].join(
    '\n',
  )
}

function observationText(observation: Observation): string {
  const { type, title, narrative, result } = observation
  const lists = listNames.flatMap(name => {
    const items = itemsOf(observation, name)
    if (items.length === 0 && name !== 'facts') return []
    return [
      ` <${name}>`,
      ...items.map(item => ` - ${content(item).replaceAll('\n', '\n   ')}`),
      ` </${name}>`,
    ]
  })
  return [
    ' <observation>',
    ...lineElement('type', type),
    ...lineElement('title', title),
    ...lists,
    ...(narrative === undefined ? [] : [` <narrative>${content(narrative)}</narrative>`]),
    ...(result === undefined ? [] : [` <result>${content(result)}</result>`]),
    ...noteNames.flatMap(name => lineElement(name, noteOf(observation, name))),
    ' </observation>',
  ].join('\n')
}

function lineElement(name: string, text: string | undefined): readonly string[] {
  return text === undefined ? [] : [` <${name}>${markup(escapeLine(text))}</${name}>`]
}

function content(text: string): string {
  return markup(escapeText(text))
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Also escapes `>`, so that no `]]>` is left. */
function markup(text: string): string {
  return text.replace(/[&<>]/g, sign => entities[sign] as string)
}
