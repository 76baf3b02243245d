import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import * as v from 'valibot'
import { IMAGES } from './images.ts'

/** The largest share of pixels of a picture that times, ids and amounts of two runs may change. */
const TOLERANCE = 0.02

const Comparison = v.object({ share: v.number(), difference: v.string() })
interface Changed {
  readonly name: string
  readonly share: number
}

/**
 * Compares the pictures with those of docs/images. Writes the changed ones to the folder, with a page that shows each before, after and
 * with its differences in red. Prints the share of changed pixels of each, and sets the exit code to 1 if one is above the tolerance.
 */
export async function comparePictures(
  page: Page,
  pictures: ReadonlyMap<string, Buffer>,
  folder: string,
): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await page.goto('about:blank')
  await page.addScriptTag({ content: await pixelmatchScript() })
  const all: Changed[] = []
  for (const [name, picture] of pictures) {
    const before = await readFile(new URL(name, IMAGES)).catch(() => undefined)
    const { share, difference } = await compare(page, before, picture)
    all.push({ name, share })
    if (share <= TOLERANCE) continue
    if (before) await writeFile(join(folder, `before-${name}`), before)
    await writeFile(join(folder, `after-${name}`), picture)
    await writeFile(join(folder, `difference-${name}`), Buffer.from(difference, 'base64'))
  }
  console.table(all.map(({ name, share }) => ({ name, 'changed pixels': `${(share * 100).toFixed(2)} %` })))
  const changed = all.filter(({ share }) => share > TOLERANCE)
  if (changed.length === 0) return
  await writeFile(join(folder, 'index.html'), pageOf(changed))
  process.exitCode = 1
  console.log(`${changed.length} of ${all.length} pictures changed. Look at each in ${join(folder, 'index.html')}, and`)
  console.log('replace them with npm run bench -- screenshots if the change is meant.')
}

async function pixelmatchScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(import.meta.resolve('pixelmatch'))],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'pixels',
  })
  return outputFiles[0]?.text ?? ''
}

/** A picture that is new, or has another size, is changed in all pixels. */
async function compare(
  page: Page,
  before: Buffer | undefined,
  after: Buffer,
): Promise<v.InferOutput<typeof Comparison>> {
  const texts = JSON.stringify([before, after].map((picture) => picture?.toString('base64') ?? ''))
  return v.parse(
    Comparison,
    await page.evaluate<unknown>(`(async () => {
      const read = async (text) => {
        const bytes = Uint8Array.from(atob(text), (each) => each.charCodeAt(0))
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/webp' })).catch(() => null)
        if (bitmap === null) return { width: 0, height: 0 }
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
        context.drawImage(bitmap, 0, 0)
        return context.getImageData(0, 0, bitmap.width, bitmap.height)
      }
      const [before, after] = await Promise.all(${texts}.map(read))
      const { width, height } = after
      if (before.width !== width || before.height !== height) return { share: 1, difference: '' }
      const output = new ImageData(width, height)
      const changed = pixels.default(before.data, after.data, output.data, width, height)
      const canvas = new OffscreenCanvas(width, height)
      canvas.getContext('2d').putImageData(output, 0, 0)
      const reader = new FileReader()
      const read64 = new Promise((resolve) => { reader.onload = resolve })
      reader.readAsDataURL(await canvas.convertToBlob({ type: 'image/webp' }))
      await read64
      return { share: changed / (width * height), difference: reader.result.split(',')[1] }
    })()`),
  )
}

function pageOf(changed: readonly Changed[]): string {
  const parts = changed.map(({ name, share }) => {
    const images = ['before', 'after', 'difference'].map(
      (of) => `<figure><img src="${of}-${name}"><figcaption>${of}</figcaption></figure>`,
    )
    return `<h2>${name}: ${(share * 100).toFixed(2)} %</h2><div>${images.join('')}</div>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Changed pictures</title>
<style>div { display: flex; gap: 1rem } figure { flex: 1; margin: 0 } img { width: 100% }</style>${parts.join('')}</html>`
}
