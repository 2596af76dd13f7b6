/** Lines of a job log without the job, the step and the time, which each line repeats. */

/** `Lint<tab>Run Biome<tab>2026-06-17T10:22:22.3762677Z Found 3 errors.` */
const jobPrefix = /^[^\t\n]{1,80}\t[^\t\n]{1,120}\t\uFEFF?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}Z ?/

export function withoutJobPrefix(line: string): string {
  return line.includes('\t') ? line.replace(jobPrefix, '') : line
}
