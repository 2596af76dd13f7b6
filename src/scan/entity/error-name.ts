/** Which words name an error: classes, system codes, signals, compilers' numbers. */

/** Codes of the C library that programs print; all begin with E, as many other words do. */
const systemCodes: ReadonlySet<string> = new Set(
  `EACCES EADDRINUSE EADDRNOTAVAIL EAGAIN EALREADY EBADF EBUSY ECANCELED ECHILD ECONNABORTED ECONNREFUSED ECONNRESET
  EDEADLK EDOM EDQUOT EEXIST EFAULT EFBIG EHOSTDOWN EHOSTUNREACH EINPROGRESS EINTR EINVAL EIO EISCONN EISDIR ELOOP
  EMFILE EMLINK EMSGSIZE ENAMETOOLONG ENETDOWN ENETRESET ENETUNREACH ENFILE ENOBUFS ENODEV ENOENT ENOEXEC ENOLCK
  ENOMEM ENOSPC ENOSYS ENOTCONN ENOTDIR ENOTEMPTY ENOTFOUND ENOTSUP ENXIO EPERM EPIPE EPROTO ERANGE EROFS ESPIPE ESRCH
  ETIMEDOUT ETXTBSY EXDEV ERESOLVE EINTEGRITY OOMKilled CrashLoopBackOff ImagePullBackOff`.split(/\s+/),
)

const shape =
  /^(?:\p{Lu}\w*(?:Error|Exception|Fault)|SIG[A-Z]{3,6}|(?:TS|E|CS|ORA-|PGRST)\d{3,7}|E?ERR_\w+|\w+_(?:ERROR|EXCEPTION|FAILED))$/u

/** What such a word begins or ends with; most words do not. */
const capital = /^\p{Lu}/u
const lastOfShouted = 'RND'

export function errorName(spelling: string): boolean {
  const mayBe = beginsWithCapital(spelling) || lastOfShouted.includes(spelling.charAt(spelling.length - 1))
  return mayBe && (shape.test(spelling) || systemCodes.has(spelling))
}

function beginsWithCapital(spelling: string): boolean {
  const unit = spelling.charCodeAt(0)
  return unit < 0x80 ? unit >= 0x41 && unit <= 0x5a : capital.test(spelling)
}
