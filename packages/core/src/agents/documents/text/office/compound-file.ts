import { UnreadableError } from '../../document-problems.ts'

/** First bytes of an Office document with a password, and of the formats before docx, xlsx and pptx. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** @throws UnreadableError `encrypted` */
export function refuseCompoundFile(bytes: Uint8Array): void {
  if (COMPOUND_FILE.equals(bytes.subarray(0, COMPOUND_FILE.length))) throw new UnreadableError('encrypted')
}
