import { statSync } from 'node:fs'
import { formatNamed } from '../src/formats/index.ts'
import { countersFor } from '../src/tokens/counters.ts'
import { prepareHistory } from '../src/tools/evaluate/history.ts'
import { corpusSessions } from './corpus-transcripts.ts'
import { evenly, sample } from './results.ts'
import { readSessions } from './session-files.ts'
import { StrategyCases } from './strategy-cases.ts'
import { underBudget } from './strategy-methods.ts'

const files = corpusSessions().filter(f => /\/(?:claude-code|codex)\//.test(f) && statSync(f).size >= 20_000)
const { tokens } = sample()
const cases = new StrategyCases(
  underBudget.filter(m => m.name === 'coverage'),
  [0.3, 0.15, 0.05],
)
for await (const { transcript } of readSessions(evenly(files, 24))) {
  const history = prepareHistory(transcript.messages, formatNamed(transcript.format), {}, countersFor({}))
  if (history.tokens > tokens) continue
  await cases.add(history)
}
for (const r of cases.rows) console.log(r.share, r.cases, JSON.stringify(r.scores))
