/** The names and addresses by which this machine reaches itself. */

/** For a `Host` header, or an address to listen on. A web page may let any other name point to this machine. */
export function isLoopbackHost(host: string | undefined): boolean {
  if (host === undefined) return false
  const name = host.toLowerCase().replace(/:\d{1,5}$/, '')
  return name === 'localhost' || name === '[::1]' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name)
}

/** For the remote address of a connection. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && isLoopbackHost(address.replace(/^::ffff:/i, ''))
}
