/** What numbers are counted in, in lower case: a number with its unit is one fact. */
import { wordSet } from './word-set.ts'

export const units: ReadonlySet<string> = wordSet(
  `ns us µs μs ms s sec secs second seconds min mins minute minutes h hr hrs hour hours day days week weeks month
  months year years quarter quarters sprint sprints
  b byte bytes bit bits kb mb gb tb pb kib mib gib tib kbit mbit gbit kbps mbps gbps
  hz khz mhz ghz fps rpm rps qps tps ips rpc bpm w kw mw gw wh kwh mwh v mv kv ma amp amps ohm j kj cal kcal
  nm µm mm cm dm m km mi mile miles ft feet inch inches yd yard yards mg g kg t ton tons lb lbs oz ml l liter liters
  litre litres gal gallon gallons px pt em rem vh vw dpi deg degree degrees celsius fahrenheit kelvin pa kpa bar psi
  percent percentage pct basis points point bps usd eur gbp jpy chf rub cny dollar dollars euro euros cent cents pound
  pounds yen yuan ruble rubles million millions billion billions trillion thousand hundred dozen
  time times x-fold fold attempt attempts retry retries try tries try's iteration iterations round rounds step steps
  line lines file files row rows column columns record records entry entries item items page pages word words
  character characters char chars token tokens message messages request requests query queries call calls response
  responses connection connections thread threads worker workers process processes core cores cpu cpus gpu gpus node
  nodes pod pods replica replicas instance instances shard shards partition partitions server servers host hosts
  container containers user users customer customers account accounts order orders session sessions client clients
  test tests case cases failure failures error errors warning warnings issue issues bug bugs commit commits change
  changes insertion insertions deletion deletions version versions release releases event events job jobs task tasks
  ticket tickets vote votes member members people person persons seat seats unit units piece pieces sample samples
  package packages module modules dependency dependencies function functions class classes endpoint endpoints
  sekunde sekunden minute minuten stunde stunden tag tage tagen woche wochen monat monate monaten jahr jahre jahren
  prozent uhr zeile zeilen datei dateien fehler mal versuch versuche versuchen nutzer benutzer kunden anfragen
  verbindungen knoten stück personen leute meter kilometer gramm liter grad tausend mio mrd millionen milliarden
  millisekunden test-fälle tests seiten wörter zeichen
  мс с сек секунд секунды секунду секунда мин минут минуты минуту минута ч час часа часов день дня дней неделя недели
  недель месяц месяца месяцев год года лет б кб мб гб тб байт бит процент процента процентов руб рубль рубля рублей
  коп долларов евро тыс млн млрд тысяч миллионов миллиардов раз раза штук шт человек пользователей запросов строк
  строки файл файла файлов ошибок ошибки тестов попыток попытки попытка узлов потоков соединений подключений кг г м
  км см мм л градусов`,
)

/** Only right behind the number: `10k`, `3x`, `2d`. */
export const attachedUnits: ReadonlySet<string> = wordSet('k m g t x d w y mo p bn mn kb c f')

export const unitSigns = '%‰€$£¥₽°'

/** Chinese and Japanese, written without a space. */
export const eastAsianUnits: ReadonlySet<string> = wordSet(
  `毫秒 微秒 纳秒 秒 秒钟 分 分钟 分鐘 小时 小時 时间 天 周 週 个月 個月 ヶ月 か月 カ月 年 岁 字节 位 兆 千兆 元 块 美元 欧元 日元 円 ドル ユーロ 万 萬
  亿 億 千 百 倍 次 回 遍 个 個 件 条 條 行 列 页 頁 字 人 名 台 张 枚 本 份 项 項 種 种 类 度 米 公里 千米 厘米 毫米 克 公斤 吨 升 毫升
  用户 请求 连接 线程 进程 节点 实例 副本 文件 错误 秒間 分間 時間 日間 日 週間 年間 パーセント バイト キロ メガ ギガ メートル キロメートル
  グラム リクエスト 行目 ファイル`,
)
export const maxEastAsianUnit: number = Math.max(...Array.from(eastAsianUnits, unit => unit.length))

/** Words after which a number is a port. */
export const portWords: ReadonlySet<string> = wordSet('port ports порт порту порта 端口 ポート puerto')
