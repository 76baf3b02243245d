import type { EpochMs } from '@replywright/contract/time.ts'
import { toolName } from '@replywright/contract/tool-name.ts'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import { LIMITS } from '../../agents/model-limits.ts'
import type { Tool, ToolCall, ToolResult } from '../../agents/tool.ts'
import { contentTypeOf, putObject } from '../../platform/objects/objects.ts'
import { uniquelyNamed } from './tool-name.ts'

/** Generates a picture, or returns undefined if no image model is configured. */
export type GenerateImage = (request: {
  readonly prompt: string
  readonly signal: AbortSignal
  readonly now: EpochMs
}) => Promise<{ readonly bytes: Uint8Array; readonly mimeType: string } | undefined>

interface ImageContext {
  readonly organizationId: string
  readonly generateImage: GenerateImage
  readonly store?: ImageStore
}

interface ImageStore {
  /** Returns the content type of an object, or undefined if it does not exist. */
  contentTypeOf(key: string): Promise<string | undefined>
  putObject(key: string, bytes: Uint8Array, contentType: string): Promise<void>
}

export const GENERATED_PREFIX = 'media/generated/'

/** Picture types that the provider accepts. */
const SENDABLE = ['image/png', 'image/jpeg']
const PARAMETERS = {
  type: 'object',
  properties: { description: { type: 'string', minLength: 1, description: 'What the picture shows, in detail.' } },
  required: ['description'],
  additionalProperties: false,
}
const DONE = 'The picture was created. It is sent to the customer together with your answer. Do not link to it.'

/** Returns the active image tools of an agent. A repeated call finds the picture of the first call. */
export function imageTools(settings: AgentSettings['imageGenerateTools'], context: ImageContext): Tool[] {
  return uniquelyNamed(settings.filter(({ active }) => active).map((tool) => imageTool(tool, context)))
}

function imageTool(
  { name, description, prompt, creditCost }: AgentSettings['imageGenerateTools'][number],
  { organizationId, generateImage, store = { contentTypeOf, putObject } }: ImageContext,
): Tool {
  const make = async (wanted: string, { id, signal, now }: ToolCall): Promise<ToolResult> => {
    const key = `${GENERATED_PREFIX}${organizationId}/${id}`
    const stored = await store.contentTypeOf(key)
    if (stored !== undefined) return { text: DONE, media: [{ key, mimeType: stored }] }
    const image = await generateImage({
      prompt: `${prompt}\n\n${wanted}`.trim().slice(0, LIMITS.picturePromptCharacters),
      signal,
      now,
    })
    if (!image) return { text: 'No picture was created: pictures are not available.' }
    const { bytes, mimeType } = image
    if (!SENDABLE.includes(mimeType)) return { text: 'No picture was created: its type cannot be sent.' }
    await store.putObject(key, bytes, mimeType)
    return { text: DONE, media: [{ key, mimeType }] }
  }
  return {
    name: toolName(name, 'generate_image'),
    description: description || 'Creates a picture and sends it to the customer.',
    parameters: PARAMETERS,
    changesOutside: false,
    creditCost,
    run: (args, call) => make(String(args.description), call),
  }
}
