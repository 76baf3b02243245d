import type { getDocumentProxy } from 'unpdf'
import { UnreadableError } from '../../document-problems.ts'

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/**
 * Opens a PDF. Close it with `pdf.loadingTask.destroy()`.
 * @param mostPixels a larger picture is not decoded
 * @throws UnreadableError `encrypted` or `damaged`
 */
export async function openPdf(bytes: Uint8Array, { mostPixels }: { readonly mostPixels: number }): Promise<Pdf> {
  const { getDocumentProxy } = await import('unpdf')
  try {
    // The library detaches the buffer, so it gets a copy.
    return await getDocumentProxy(Uint8Array.from(bytes), {
      verbosity: 0,
      useSystemFonts: false,
      enableXfa: true,
      fontExtraProperties: true,
      maxImageSize: mostPixels,
      isOffscreenCanvasSupported: false,
      cMapPacked: true,
      useWorkerFetch: false,
      useWasm: false,
      BinaryDataFactory: PdfData,
    })
  } catch (cause) {
    const encrypted = cause instanceof Error && cause.name === 'PasswordException'
    throw new UnreadableError(encrypted ? 'encrypted' : 'damaged', { cause })
  }
}

/** Gives the library the files that it expects beside itself. */
class PdfData {
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const { cMaps, standardFonts } = await import('./pdf-data.static.ts')
    const file = (kind === 'cMapUrl' ? cMaps : standardFonts)[filename]
    if (file === undefined) throw new UnreadableError('damaged')
    return Uint8Array.from(Buffer.from(file, 'base64'))
  }
}
