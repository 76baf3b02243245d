import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import * as v from 'valibot'

const Passages = v.array(v.object({ place: v.string(), text: v.string() }))

/** A piece of a document, about one or two paragraphs. `place` is its position: `page 3`, a heading, `''`. */
export type Passage = v.InferOutput<typeof Passages>[number]

/** Packs passages as they are stored: gzipped JSON. */
export async function packPassages(passages: readonly Passage[]): Promise<Uint8Array> {
  return await promisify(gzip)(JSON.stringify(passages))
}

export async function unpackPassages(packed: Uint8Array): Promise<Passage[]> {
  return v.parse(Passages, JSON.parse((await promisify(gunzip)(packed)).toString()))
}
