/** The names and addresses by which this machine reaches itself. */

/** Of a `Host` header, or an address to listen on. Other names may be a web page that lets its own point here. */
export function isLoopbackHost(host: string | undefined): boolean {
  if (host === undefined) return false
  const name = host.toLowerCase().replace(/:\d{1,5}$/, '')
  return name === 'localhost' || name === '[::1]' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name)
}

/** Of a connection: where the other end is. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && isLoopbackHost(address.replace(/^::ffff:/i, ''))
}
