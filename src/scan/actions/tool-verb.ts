/** What a tool is for, by its name: the tools of the known agents, and the words that other tools are named with. */
import { wordGroups } from '../vocabulary/word-set.ts'

/** Names in lower case without anything but letters: `read_file`, `ReadFile` and `readFile` are one. */
const known = {
  read: 'read readfile readfiles readmanyfiles readtextfile readmediafile readmultiplefiles view viewfile viewimage open openfile cat notebookread getfile',
  write: 'write writefile create createfile writetofile savefile newfile',
  modify:
    'edit editfile multiedit replace replaceinfile searchreplace strreplace searchandreplace insert insertcontent insertlines applydiff notebookedit appendfile replacefilecontent multireplacefilecontent',
  delete: 'delete deletefile removefile deletepath',
  move: 'move movefile rename renamefile movepath',
  makeDirectory: 'mkdir createdirectory createdir makedirectory',
  run: 'bash shell execcommand localshell localshellcall runshellcommand executecommand executebash runcommand runcommands runinterminal runterminalcommand runterminalcmd terminal containerexec powershell executeshell shellcommand',
  search:
    'grep greptool ripgrep search searchfiles searchfile searchdir searchfilecontent codebasesearch grepsearch glob globtool find findfile findfiles findbyname filesearch toolsearch websearch googlewebsearch searchweb webrun',
  list: 'ls listdirectory listdir listfiles tree directorytree listcodedefinitionnames readfolder',
  fetch:
    'webfetch fetch fetchurl fetchwebpage readurl readurlcontent urlfetch browseropen goto browsernavigate',
  todo: 'todowrite todo updateplan writetodos managetodolist updatetodolist todowritetool taskcreate taskupdate',
  ask: 'askuserquestion askuser askfollowupquestion requestuserinput askhuman question',
  delegate: 'task agent newtask dispatchagent spawnagent runsubagent subagent delegatetoagent delegate',
  patch: 'applypatch patch',
  editor: 'editor strreplaceeditor strreplacebasededittool strreplaceeditortool fileeditor',
}

export type ToolVerb = keyof typeof known

const verbs: ReadonlyMap<string, ToolVerb> = wordGroups(known)

/** Words in the names of unknown tools; the first that a name holds decides. */
const words: ReadonlyMap<string, ToolVerb> = wordGroups({
  read: 'read view open show cat',
  write: 'write create save',
  modify: 'edit replace insert append modify',
  delete: 'delete remove',
  move: 'move rename',
  run: 'run exec execute shell bash terminal',
  list: 'list ls tree',
  search: 'search find grep glob',
  fetch: 'fetch browse navigate',
})

interface ToolPurpose {
  readonly verb: ToolVerb
  /** The name alone says so; otherwise its arguments must fit as well. */
  readonly isKnown: boolean
}

/** A session has few tools and many calls. */
const read = new Map<string, ToolPurpose | undefined>()
const maxRead = 1000

/** `undefined` where the name does not refer to files, commands or addresses. */
export function toolPurpose(name: string): ToolPurpose | undefined {
  const before = read.get(name)
  if (before !== undefined || read.has(name)) return before
  if (read.size >= maxRead) read.clear()
  const purpose = purposeIn(name)
  read.set(name, purpose)
  return purpose
}

function purposeIn(name: string): ToolPurpose | undefined {
  // `mcp__files__read_file`, `functions.shell`: the last part is the tool's own name.
  const own =
    name
      .slice(0, maxNameLength)
      .split(/__|[./:]/)
      .at(-1) ?? ''
  const verb = verbs.get(own.toLowerCase().replace(/[^a-z]/g, ''))
  if (verb !== undefined) return { verb, isKnown: true }
  for (const word of own
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)) {
    const said = words.get(word)
    if (said !== undefined) return { verb: said, isKnown: false }
  }
  return undefined
}

const maxNameLength = 200
