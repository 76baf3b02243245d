/** Names of customers in many scripts and directions, with accents, digits and other lengths. */
const NAMES = [
  'Robin Example',
  'Zoë Müller',
  'محمد العلي',
  'דוד כהן',
  'Иван Петров',
  '山田 太郎',
  'José Álvarez',
  '김민준',
  'Ayşe Yılmaz',
  'प्रिया शर्मा',
  'Αλεξάνδρα Παπαδοπούλου',
  'Nguyễn Thị Minh',
  'Bartholomew Featherstonehaugh-Cholmondeley III',
  'Shop 4711',
  '🌻 Flora',
  '',
] as const

const QUESTIONS = [
  'Where is my order?',
  'Hi, the bell of my new bicycle does not ring. Can I return it to the shop in Leeds this week?',
  'Quanto custa a entrega?',
  'متى يصل طلبي؟',
  'Danke!',
  '返品できますか？',
  'Is the *blue* one in stock? https://shop.example.com/bells/blue?size=large&colour=navy',
  'ok',
] as const

const REPLIES = [
  'Your order ships on Friday.',
  'You can return it for 30 days. Please bring the receipt.',
  'Yes, it is in stock.',
] as const

/** What a customer or the business sent last: message type, MIME type and text. */
const FILES = [
  { type: 'image', mimeType: 'image/jpeg', text: '' },
  { type: 'image', mimeType: 'image/jpeg', text: 'This is the broken one' },
  { type: 'audio', mimeType: 'audio/ogg', text: '' },
  { type: 'document', mimeType: 'application/pdf', text: 'invoice.pdf' },
  { type: 'video', mimeType: 'video/mp4', text: '' },
] as const

export interface SampleMessage {
  readonly by: 'customer' | 'agent' | 'person'
  readonly type: string
  readonly text: string
  readonly mimeType?: string
}

/** Returns a number below `below` that looks random but is the same for the same arguments. */
export function pick(seed: number, below: number): number {
  const mixed = Math.imul((seed + 1) ^ ((seed + 1) >>> 15), 2_246_822_519)
  return (Math.imul(mixed ^ (mixed >>> 13), 3_266_489_917) >>> 8) % below
}

/** Returns the name of the `n`-th customer. Some customers share no name. */
export function sampleName(n: number): string {
  const name = NAMES[pick(n, NAMES.length)] ?? ''
  return name && n >= NAMES.length ? `${name} ${n}` : name
}

/** Returns the `n`-th last message: most are the customer's, some are files. */
export function sampleMessage(n: number): SampleMessage {
  const by = pick(n, 3) > 0 ? 'customer' : pick(n + 7, 4) > 0 ? 'agent' : 'person'
  const file = pick(n + 3, 6) === 0 ? FILES[pick(n + 31, FILES.length)] : undefined
  if (file && by !== 'agent') return { by, ...file }
  return { by, type: 'text', text: by === 'customer' ? sampleQuestion(n) : sampleReply(n) }
}

export function sampleQuestion(n: number): string {
  return QUESTIONS[pick(n + 17, QUESTIONS.length)] ?? ''
}

export function sampleReply(n: number): string {
  return REPLIES[pick(n + 29, REPLIES.length)] ?? ''
}
