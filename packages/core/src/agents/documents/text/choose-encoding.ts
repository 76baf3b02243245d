export interface Candidate {
  /** The encoding as `TextDecoder` names it. */
  readonly name: string
  readonly text: string
  /** The detector's confidence, 0 to 1. */
  readonly confidence: number
}

/** How much more likely an encoding must be than the next one that gives another text. */
const MARGIN = 1.25
/** A text that is declared wrongly is known by this confidence in another encoding. */
const CERTAIN = 0.15
/** Below this confidence nothing is chosen, unless it is the only encoding that gives a text. */
const LEAST = 0.008
/** A page without knowledge of its encoding declares these. */
const ASSUMED = new Set(['windows-1252', 'utf-8'])

/**
 * Returns the text in the most likely encoding, or undefined if none is likely enough.
 * @param candidates the detected encodings
 * @param declared the encodings that the file declares, most reliable first
 */
export function chooseEncoding(
  candidates: readonly Candidate[],
  declared: readonly Pick<Candidate, 'name' | 'text'>[] = [],
): string | undefined {
  const likely = candidates
    .filter(({ text }) => readsAsText(text))
    .map((candidate) => ({
      ...candidate,
      confidence:
        candidate.confidence * plausibility(candidate.text) * hanShare(candidate.text) * alphabetShare(candidate.text),
    }))
    .toSorted((a, b) => b.confidence - a.confidence)
  const [best] = likely
  const [named] = declared
  if (named) {
    const isWrong =
      ASSUMED.has(named.name) &&
      best !== undefined &&
      best.text !== named.text &&
      best.confidence > CERTAIN &&
      best.confidence > MARGIN * (likely.find(({ name }) => name === named.name)?.confidence ?? 0)
    return isWrong ? best.text : named.text
  }
  if (!best || best.confidence < LEAST) return undefined
  const rival = likely.find(({ text }) => text !== best.text)
  return rival && best.confidence < MARGIN * rival.confidence ? undefined : best.text
}

const NOT_IN_TEXT = /(?![\t\n\f\r])\p{Cc}|[\p{Co}\ufffd\ufffe\uffff]/u

/** Returns whether a text has no characters that only occur in texts in a wrong encoding. */
export function readsAsText(text: string): boolean {
  return !NOT_IN_TEXT.test(text)
}

/** ASCII letters and all other characters that are not ASCII, without white space. */
const WORD = /(?:[A-Za-z]|[^\p{ASCII}\s])+/gu
/** A character that is no letter between two letters, except an apostrophe, a hyphen or a dot. */
const SYMBOL_IN_WORD = /\p{L}(?!\u200c|\u200d|\u00ad)[^\p{L}\p{M}\p{N}’‘ʼ·–—、。・ー「」（）：！？，；]\p{L}/u
const NOT_ASCII = /\P{ASCII}/u
const LATIN = /\p{Script=Latin}/u
const OTHER_ALPHABET =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Armenian}\p{Script=Georgian}]/u
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u
const HALF_WIDTH = /[\uff61-\uff9f]/u
const MOST_WORDS = 2000

/** Returns the share of words that are written as people write: in one script, and not with a capital letter at the end. */
function plausibility(text: string): number {
  let judged = 0
  let odd = 0
  for (const [word] of text.matchAll(WORD)) {
    if (judged >= MOST_WORDS) break
    if (!NOT_ASCII.test(word)) continue
    judged += 1
    if (isOdd(word)) odd += 1
  }
  return judged === 0 ? 0.5 : Math.max(0.02, 1 - (1.5 * odd) / judged)
}

function isOdd(word: string): boolean {
  if (HALF_WIDTH.test(word) || SYMBOL_IN_WORD.test(word)) return true
  if (LATIN.test(word)) {
    if (OTHER_ALPHABET.test(word)) return true
    // A Chinese word may begin with a Latin letter, but a Latin word has no Chinese letter in it.
    if (EAST_ASIAN.test(word)) return /\p{Script=Latin}{2}|\p{Script=Latin}$/u.test(word)
  }
  return /\p{Ll}\p{Lu}/u.test(word) || (word.length === 1 && OTHER_ALPHABET.test(word) && /\p{Lu}/u.test(word))
}

/** Characters that are in most Chinese and Japanese texts, above all those about trade. */
const COMMON_HAN = new Set(
  '的一是不了在人有我他这個这个个們们中来來上大為为和国國地到以说說時时要就出会會可也你对對生能而子那得于於着著下自之年过過发發后後作里裡用道行所然家种種事成方多经經么麼去法学學如都同现現当當没沒动動面起看定天分还還进進好小部其些主样樣理心她本前开開但因只从從想实實日军者意无無力它与與长長把机機十民第公此已工使情明性知全三又关關点點正业業外将將两兩高间間由问問很最重并物手应應战向头頭文体體政美相见見被利什二等产產或新己制身果加西斯月话話合回特代内內信表化老给給世位次度门門任常先海通教儿兒原东東声聲提立及比员員解水名真论論处處走义義各入几幾口认認条條平系气氣题題活尔更别別打女变變四神总總何电電数數安少报報才结結反受目太量再感建务務做接必场場件计計管期市直德资資命山金指克许許统統区區保至队隊形社便空决決治展马馬科司五基眼书書非则則听聽白却界达達光放强強即像难難且权權思王象完设設式色路记記南品住告类類求据據程北边邊死张張该該交规規万萬取拉格望觉覺术術领領共确確传傳师師观觀清今切院让讓识識候带帶导導争争运運笔筆价價格钱錢费費货貨送店铺客服务营營业業星期午早晚周週六七八九零元圆圓円免退换換订訂单單购購买買卖賣邮郵箱号號码碼联聯系地址电話椅桌床衣鞋子価格商品税込送料無料返品交換営業時間定休日月火水木金土曜祝予約電話番号住所注文支払方法発送届配達当店お問合案内会社株式東京都府県市区町村円個本枚台大中小色赤青白黒在庫数量合計年前後午欢迎歡迎光临臨请請谢謝您好贵貴多少尺寸颜颜顏材质質重量公斤克厘米保修售后快递遞支付宝微信银銀行卡现金发票票据折扣优優惠活动促销銷新老会员员级级积分积積'.split(
    '',
  ),
)
const HAN = /\p{Script=Han}/gu
const FEW = 0.15

/** Returns a factor below 1 for a text with rare Chinese characters: bytes in a wrong encoding give such. */
function hanShare(text: string): number {
  const han = text.slice(0, 4000).match(HAN) ?? []
  if (han.length === 0) return 1
  return FEW + (1 - FEW) * (han.filter((character) => COMMON_HAN.has(character)).length / han.length)
}

/** The letters besides a to z of languages with Latin letters. */
const ALPHABETS = [
  'äöüßéàáèôçñ',
  'àâäæçéèêëîïôœùûüÿñ',
  'áéíóúüñçàèòïôãõâêºª',
  'àèéìíîòóùú',
  'åäöæøéüàêèó',
  'áðéíóúýþæö',
  'ąćęłńóśźż',
  'áčďéěíňóřšťúůýž',
  'áäčďéíĺľňóôŕšťúýž',
  'áéíóöőúüű',
  'ăâîșțşţ',
  'čćđšž',
  'çğıöşüâîûİ',
  'āčēģīķļņšūž',
  'ąčęėįšųūž',
  'äõöüšž',
  'ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ\u0300\u0301\u0303\u0309\u0323',
].map((letters) => new Set(letters))
const LATIN_BEYOND_ASCII = /(?=\P{ASCII})(?:\p{Script=Latin}|\p{Mn})/gu

/** Returns a factor below 1 for Latin letters that no language uses together. */
function alphabetShare(text: string): number {
  const letters =
    text
      .slice(0, 20_000)
      .match(LATIN_BEYOND_ASCII)
      ?.map((letter) => letter.toLowerCase()) ?? []
  if (letters.length === 0) return text.includes('¤') ? FEW : 1
  const shares = ALPHABETS.map((known) => letters.filter((letter) => known.has(letter)).length / letters.length)
  return Math.max(0.05, Math.max(...shares) ** 2) * (text.includes('¤') ? FEW : 1)
}
