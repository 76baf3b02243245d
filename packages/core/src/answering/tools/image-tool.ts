import type { AgentSettings } from '../../agents/agents/agent-settings.ts'
import type { Tool, ToolCall, ToolResult } from '../../agents/agents/tool.ts'
import { contentTypeOf, putObject } from '../../platform/objects/objects.ts'
import { toolName, uniquelyNamed } from './tool-name.ts'

/** Makes a picture; undefined when there is no model for it. */
export type GenerateImage = (request: {
  readonly prompt: string
  readonly signal: AbortSignal
  readonly now: number
}) => Promise<{ readonly bytes: Uint8Array; readonly mimeType: string } | undefined>

export interface ImageContext {
  readonly organizationId: string
  readonly generateImage: GenerateImage
  /** Where pictures are kept. */
  readonly store?: ImageStore
}

export interface ImageStore {
  /** The type of an object; undefined when there is none. */
  contentTypeOf(key: string): Promise<string | undefined>
  putObject(key: string, bytes: Uint8Array, contentType: string): Promise<void>
}

/** Where generated pictures are. */
export const GENERATED_PREFIX = 'media/generated/'

/** What the provider shows as a picture. */
const SHOWN = ['image/png', 'image/jpeg']
const LONGEST_PROMPT = 4000
const PARAMETERS = {
  type: 'object',
  properties: { description: { type: 'string', minLength: 1, description: 'What the picture shows, in detail.' } },
  required: ['description'],
  additionalProperties: false,
}
const DONE = 'The picture is made and is sent to the customer together with your answer. Do not link to it.'

/** The active image tools of an agent. A call that is repeated finds the picture that it made. */
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
    const image = await generateImage({ prompt: `${prompt}\n\n${wanted}`.trim().slice(0, LONGEST_PROMPT), signal, now })
    if (!image) return { text: 'No picture was made: pictures cannot be made here.' }
    const { bytes, mimeType } = image
    if (!SHOWN.includes(mimeType)) return { text: 'No picture was made: it is of a kind that cannot be sent.' }
    await store.putObject(key, bytes, mimeType)
    return { text: DONE, media: [{ key, mimeType }] }
  }
  return {
    name: toolName(name, 'generate_image'),
    description: description || 'Makes a picture and sends it to the customer.',
    parameters: PARAMETERS,
    changesOutside: false,
    creditCost,
    run: (args, call) => make(String(args.description), call),
  }
}
