/** What the launcher starts without the rest of the command line. */
export { hookRun } from './hook-run.ts'
export { hookWrap } from './hook-wrap.ts'
