/** `npm run bench [-- --corpus DIR]`: every benchmark, results in `bench/results`. */
import { benchEstimator } from './estimator.ts'
import { benchPipeline } from './pipeline.ts'

await benchEstimator()
await benchPipeline()
