/** Whether a request was made to this machine by one of its own names: others may be a web page that lets its name point here. */

export function isLoopbackHost(host: string | undefined): boolean {
  if (host === undefined) return false
  const name = host.toLowerCase().replace(/:\d{1,5}$/, '')
  return name === 'localhost' || name === '[::1]' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name)
}
