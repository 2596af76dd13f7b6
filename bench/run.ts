/** `npm run bench [-- --corpus DIR]`: every benchmark, results in `bench/results`. */
import { benchPipeline } from './pipeline.ts'

await benchPipeline()
