import type { EpochMs } from '@replywright/contract/time.ts'
import type { ImageModel } from 'ai'
import { settings } from '../../platform/settings.ts'
import { ModelRefusedError, modelError } from './model-errors.ts'
import { openModelSettings } from './models.ts'
import { chooseModel, openImageModel } from './open-model.ts'

interface GeneratedImage {
  readonly bytes: Uint8Array
  readonly mimeType: string
}

/**
 * Generates a picture with the deployment's image model. Returns undefined if there is none.
 * @throws ModelDownError if a retry may succeed
 * @throws ModelRefusedError if a retry would fail too
 */
export async function generateImage(input: {
  readonly prompt: string
  readonly signal: AbortSignal
  readonly now: EpochMs
}): Promise<GeneratedImage | undefined> {
  const server = await openModelSettings(input.now)
  const name = server ? server.imageModel : settings.BEDROCK_IMAGE_MODEL_ID
  return name ? await drawImage({ ...input, model: await openImageModel(chooseModel(name, server)) }) : undefined
}

/** Generates a picture with `model`. Throws as `generateImage`. */
export async function drawImage({
  model,
  prompt,
  signal,
}: {
  readonly model: ImageModel
  readonly prompt: string
  readonly signal: AbortSignal
}): Promise<GeneratedImage> {
  const { generateImage: callModel, NoImageGeneratedError } = await import('./ai.ts')
  try {
    const { image } = await callModel({ model, prompt, maxRetries: 0, abortSignal: signal })
    return { bytes: image.uint8Array, mimeType: image.mediaType }
  } catch (error) {
    if (NoImageGeneratedError.isInstance(error)) throw new ModelRefusedError(undefined, 'no_image')
    throw await modelError(error, signal)
  }
}
