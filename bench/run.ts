/** `npm run bench [-- --corpus DIR]`: every benchmark, results in `bench/results`. */
import { benchEstimator } from './estimator.ts'
import { benchMessagePipeline } from './message-pipeline.ts'
import { benchPipeline } from './pipeline.ts'

benchEstimator()
await benchPipeline()
await benchMessagePipeline()
