/** The status as a page that draws itself anew while requests come in: no asset from anywhere else. */
import { type Child, element, type Markup, trusted } from '../../pages/html.ts'
import { shortNumber } from '../../pages/short-number.ts'
import { cacheChart } from './cache-chart.ts'
import type { Exchange } from './exchange.ts'
import { statusScript, statusStyle } from './status-assets.ts'
import type { Status } from './status-log.ts'
import { twoLineChart } from './two-line-chart.ts'

export function statusPage(status: Status): string {
  const page = element(
    'html',
    { lang: 'en' },
    element(
      'head',
      {},
      element('meta', { charset: 'utf-8' }),
      element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      element('title', {}, 'Proxy · Fovea'),
      element('style', {}, trusted(statusStyle)),
    ),
    element(
      'body',
      {},
      element('main', {}, trusted(statusView(status))),
      element('script', {}, trusted(statusScript)),
    ),
  )
  return `<!doctype html>\n${page.markup}\n`
}

/** What is in `main`. */
export function statusView(status: Status): string {
  return element('div', {}, opening(status), figures(status), charts(status), table(status)).markup
}

function opening({ startedAt, requests, sessions, tokens }: Status): Markup {
  const share = tokens.given === 0 ? 0 : tokens.saved / tokens.given
  const headline =
    tokens.given === 0
      ? 'No conversation has come through yet.'
      : `${shortNumber(tokens.given)} tokens came in, ${shortNumber(tokens.sent)} went out: ${percent(share)} saved.`
  const counted = `${requests} ${requests === 1 ? 'request' : 'requests'} · ${sessions} ${sessions === 1 ? 'session' : 'sessions'}`
  return element(
    'header',
    {},
    element('p', { class: 'eyebrow' }, `Fovea proxy · since ${timeText(startedAt)} · ${counted}`),
    element('h1', {}, headline),
  )
}

function figures({ tokens, cost, usage, money, lookups, failures, writer }: Status): Markup {
  return element(
    'dl',
    { class: 'figures' },
    figure('Tokens saved', shortNumber(tokens.saved), 'not sent upstream'),
    figure(
      'Cost against none',
      cost.given === 0 ? '–' : `${(cost.sent / cost.given).toFixed(2)} ×`,
      money === undefined ? 'estimated, rewrites paid for' : `${money.toFixed(2)} saved, by your price`,
    ),
    figure(
      'From the cache',
      usage.inputTokens === 0 ? '–' : percent(usage.cachedTokens / usage.inputTokens),
      usage.answers === 0
        ? 'no usage reported yet'
        : `of ${shortNumber(usage.inputTokens)} tokens, as reported`,
    ),
    figure(
      'Lookups',
      String(lookups),
      failures === 0 ? 'no request failed' : `${failures} of the requests failed`,
    ),
    writer === undefined
      ? undefined
      : figure(
          'Notes by a model',
          String(writer.calls),
          `${shortNumber(writer.input)} tokens in, ${shortNumber(writer.output)} out${writer.cost === undefined ? '' : `, ${writer.cost.toFixed(2)} by your price`}`,
        ),
  )
}

function figure(name: string, value: string, note: string): Markup {
  return element(
    'div',
    {},
    element('dt', {}, name),
    element('dd', {}, value),
    element('dd', { class: 'note' }, note),
  )
}

function charts({ recent }: Status): readonly Child[] {
  const steps = recent.flatMap(({ receipt, status }) =>
    receipt === undefined || status >= 400 ? [] : [receipt],
  )
  const reported = recent.flatMap(({ usage }) => usage ?? [])
  return [
    steps.length < 2
      ? undefined
      : section(
          'What came in and what went out',
          'Tokens of each of the latest requests. Upright lines mark where a view was chosen anew.',
          twoLineChart({
            title: 'Tokens given and sent, by request',
            points: steps.map(({ tokens, action }) => ({ ...tokens, isMarked: action === 'epoch' })),
          }),
        ),
    steps.length < 2
      ? undefined
      : section(
          'What that costs',
          'All latest requests together, in uncached input tokens: what the cache reads, writes and loses is in it.',
          twoLineChart({ title: 'Cost given and sent, added up', points: runningCost(steps) }),
        ),
    reported.length === 0
      ? undefined
      : section(
          'What the cache held',
          'Input of the latest requests as the provider reported it.',
          cacheChart(reported),
        ),
  ]
}

function runningCost(
  steps: readonly NonNullable<Exchange['receipt']>[],
): readonly { readonly given: number; readonly sent: number; readonly isMarked: boolean }[] {
  let [given, sent] = [0, 0]
  return steps.map(({ cost, action }) => {
    given += cost.given
    sent += cost.sent
    return { given, sent, isMarked: action === 'epoch' }
  })
}

function section(title: string, lead: string, content: Child): Markup {
  return element(
    'section',
    {},
    element('h2', {}, title),
    element('p', { class: 'quiet' }, lead),
    element('figure', {}, content),
  )
}

function table({ recent }: Status): Child {
  if (recent.length === 0)
    return element(
      'section',
      {},
      element(
        'p',
        { class: 'note' },
        'Point your agent at this address, and its requests appear here as they come.',
      ),
    )
  return element('section', {}, element('h2', {}, 'Latest requests'), exchangeTable(recent))
}

const maxRows = 25

/** The latest requests as a table, the newest first. */
function exchangeTable(exchanges: readonly Exchange[]): Markup {
  const columns = ['time', 'model', 'given', 'sent', 'saved', 'cached', 'step', 'remarks']
  return element(
    'div',
    { class: 'scroll' },
    element(
      'table',
      {},
      element('caption', { class: 'unseen' }, 'Latest requests'),
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          columns.map(name =>
            element('th', { scope: 'col', class: isText(name) ? 'text' : undefined }, name),
          ),
        ),
      ),
      element('tbody', {}, exchanges.slice(-maxRows).toReversed().map(row)),
    ),
  )
}

function isText(column: string): boolean {
  return column === 'model' || column === 'step' || column === 'remarks'
}

function row({ at, model, receipt, usage, status, lookups, notes }: Exchange): Markup {
  const tokens = receipt?.tokens
  const share = (part: number | undefined, whole: number | undefined): string =>
    part === undefined || whole === undefined || whole === 0 ? '–' : percent(part / whole)
  const remarks = [
    ...(status >= 400 ? [`answered ${status}`] : []),
    ...(lookups === undefined ? [] : [`${lookups} ${lookups === 1 ? 'lookup' : 'lookups'}`]),
    ...notes,
  ]
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, timeText(at)),
    element('td', { class: 'text name', title: model }, model ?? '–'),
    element('td', {}, tokens === undefined ? '–' : shortNumber(tokens.given)),
    element('td', {}, tokens === undefined ? '–' : shortNumber(tokens.sent)),
    element('td', {}, share(tokens?.saved, tokens?.given)),
    element('td', {}, share(usage?.cachedTokens, usage?.inputTokens)),
    element('td', { class: 'text' }, receipt?.action ?? '–'),
    element('td', { class: 'text long' }, remarks.join(', ')),
  )
}

/** Numbers and times as the status page shows them. */
function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}

function timeText(milliseconds: number): string {
  return new Date(milliseconds).toLocaleTimeString('en-GB')
}
