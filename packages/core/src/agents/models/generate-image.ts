import type { ImageModel } from 'ai'
import { settings } from '../../platform/settings.ts'
import { chooseModel } from './choose-model.ts'
import { ModelRefusedError, modelError } from './model-errors.ts'
import { openModelSettings } from './model-settings.ts'
import { openImageModel } from './open-model.ts'

export interface GeneratedImage {
  readonly bytes: Uint8Array
  readonly mimeType: string
}

/**
 * One picture from the deployment's image model; undefined when it has none.
 * @throws ModelDownError when it may answer later
 * @throws ModelRefusedError when it would refuse again
 */
export async function generateImage(input: {
  readonly prompt: string
  readonly signal: AbortSignal
  readonly now: number
}): Promise<GeneratedImage | undefined> {
  const server = await openModelSettings(input.now)
  const name = server ? server.imageModel : settings.BEDROCK_IMAGE_MODEL_ID
  return name ? await drawImage({ ...input, model: await openImageModel(chooseModel(name, server)) }) : undefined
}

/** One picture from `model`. Throws as `generateImage` does. */
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
