/** Words that open sentences with a capital without being names: function words and the verbs of instructions. */

const english = `a an the this that these those it its he she they we you i my your our their his her there here
  what when where which while who whose whom why how if is are was were be been being do does did done has have had
  can could may might must shall should will would not no nor yes and but or so yet for from in into on onto of off
  at by to with without within under over through during before after until since between among across against about
  above below behind beyond because although though however therefore thus hence then than also too even just only
  still again already always never often sometimes usually maybe perhaps probably finally first second third next
  last later now today tomorrow yesterday once twice another other others each every either neither both all any
  some most many much more less few several such same as like unlike instead despite regarding according overall
  otherwise meanwhile moreover furthermore additionally consequently currently recently eventually initially
  importantly specifically basically actually generally typically note notes let lets please thanks thank great
  sure ok okay good well right hello hi hey sorry see use using run add fix make set get put go check look try keep
  take give find open close start stop create update delete remove change move copy write read build test deploy
  install ensure consider remember avoid call click select enter show return wait ask tell say think know want need
  everything everyone nothing someone something anything anyone nobody people things part step steps summary option
  example examples problem issue question answer error warning info debug failed passed success status result
  results input output total files file line lines name type value key yes`

const german = `der die das den dem des ein eine einer eines einem einen dies diese dieser dieses diesem diesen jede
  jeder jedes jeden kein keine keiner keinen ich du er sie es wir ihr man mein dein sein unser euer wer was wann wo
  warum wie welche welcher welches wenn weil dass ob als da damit denn doch aber und oder sondern auch nur noch schon
  immer nie niemals nicht nichts alles alle einige viele mehrere manche hier dort dann danach davor dabei dazu daher
  deshalb deswegen trotzdem jedoch allerdings außerdem zudem zuerst zunächst schließlich heute gestern morgen jetzt
  im in am an auf aus bei beim bis durch für gegen mit nach ohne seit über um unter vom von vor während wegen zu zum
  zur zwischen ist sind war waren wird werden wurde wurden hat haben hatte kann können muss müssen soll sollen darf
  bitte danke gut ja nein okay beispiel hinweis achtung`

const russian = `и а но или да нет не ни в во на с со к ко по о об от до за из из-за под над при про для без через между
  перед после около у я ты он она оно мы вы они мой моя твой его её их наш ваш это этот эта эти тот та те такой все
  всё весь каждый кто что когда где куда почему зачем как какой какая если чтобы потому поэтому хотя однако также
  тоже ещё уже только лишь даже так там тут здесь тогда затем потом сначала наконец сегодня вчера завтра сейчас теперь
  всегда никогда иногда часто обычно возможно конечно есть был была было были будет будут может могут нужно надо
  можно нельзя должен должна должны пожалуйста спасибо привет хорошо отлично`

const romance = `el la los las un una unos unas y o pero no si es son en con por para como cuando donde este esta esto
  le les une des et ou mais non oui est sont dans avec pour sur ce cette ces il elle nous vous ils elles je tu que qui
  il lo gli uno e ma se di da per con non è sono questo questa um uma os as mas não sim com em isto isso`

export const sentenceStarters: ReadonlySet<string> = new Set(
  [english, german, russian, romance].flatMap(list => list.split(/\s+/)),
)
