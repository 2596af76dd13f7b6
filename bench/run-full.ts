/**
 * `npm run bench:full [-- --corpus DIR]`: every benchmark on the corpus, results in `bench/results`. With `--sessions N` what
 * takes longest, the evaluation and the strategies, looks at so many sessions, evenly spread.
 */

import { benchContent } from './content.ts'
import { corpusSessions } from './corpus-transcripts.ts'
import { benchEstimator } from './estimator.ts'
import { benchEvaluation } from './evaluation.ts'
import { benchMessagePipeline } from './message-pipeline.ts'
import { benchObservations } from './observations.ts'
import { benchPipeline } from './pipeline.ts'
import { benchQuestions } from './questions.ts'
import { benchReplay } from './replay.ts'
import { evenly, sample } from './results.ts'
import { benchSessions } from './sessions.ts'
import { benchStrategies } from './strategies.ts'
import { benchText } from './text.ts'

const sessions = evenly(corpusSessions(), sample().sessions)
if (sessions.length === 0) {
  process.stderr.write('There are no transcripts to measure: name the corpus with --corpus DIR.\n')
  process.exit(1)
}
benchEstimator()
benchContent()
await benchText()
await benchPipeline()
await benchMessagePipeline()
await benchQuestions()
await benchSessions()
await benchStrategies()
await benchObservations()
await benchEvaluation('evaluation', sessions, { decay: { share: 0.15, sessions: 20 } })
await benchReplay()
