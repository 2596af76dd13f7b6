/** CPU time of this process, which other load on the machine does not lengthen. */
export function cpuTime<Result>(work: () => Result): { result: Result; milliseconds: number } {
  const start = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(start)
  return { result, milliseconds: (user + system) / 1000 }
}
