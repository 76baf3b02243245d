import type { AgentSettings } from './agent-settings.ts'
import { LIMITS } from './model-limits.ts'

type Settings = Pick<
  AgentSettings,
  | 'firstMessage'
  | 'tools'
  | 'websiteTools'
  | 'imageGenerateTools'
  | 'handoffTools'
  | 'wakeUpConfigs'
  | 'memoryKeys'
  | 'mcpConfigs'
>

/** Returns what a model does not receive whole of an agent: each a field, what is wrong, and what to do. */
export function agentProblems(settings: Settings): string[] {
  const { firstMessage, tools, websiteTools, imageGenerateTools, handoffTools, wakeUpConfigs, memoryKeys } = settings
  const active = <Item extends { readonly active: boolean }>(items: readonly Item[]) =>
    items.filter((item) => item.active)
  const enabled = wakeUpConfigs.filter((config) => config.enabled)
  const own = [
    ...active(tools),
    ...active(websiteTools).filter(({ daily }) => !daily),
    ...active(imageGenerateTools),
    ...active(handoffTools),
  ]
  return [
    ...(Buffer.byteLength(firstMessage) > LIMITS.firstMessageBytes
      ? [
          `firstMessage: is longer than ${LIMITS.firstMessageBytes / 1024} KB. Models see its beginning only; shorten it.`,
        ]
      : []),
    ...longTexts('tools', 'description', tools, ({ description }) => description),
    ...longTexts('websiteTools', 'prompt', websiteTools, ({ url, prompt }) => url + prompt),
    ...longTexts('imageGenerateTools', 'description', imageGenerateTools, ({ description }) => description),
    ...imageGenerateTools.flatMap(({ prompt, active: isActive }, index) =>
      isActive && prompt.length >= LIMITS.picturePromptCharacters
        ? [
            `imageGenerateTools.${index}.prompt: leaves no room for what the picture shows. Use fewer than ${LIMITS.picturePromptCharacters} characters.`,
          ]
        : [],
    ),
    ...longTexts('handoffTools', 'description', handoffTools, ({ description }) => description),
    ...(sum(enabled.map(({ description }) => description.length)) > ROOM
      ? [
          `wakeUpConfigs: the descriptions have more than ${ROOM} characters together. Some models read the beginning only; shorten them.`,
        ]
      : []),
    ...tooMany('handoffTools', active(handoffTools).length, LIMITS.handoffs),
    ...tooMany('wakeUpConfigs', enabled.length, LIMITS.wakeUps),
    ...tooMany('memoryKeys', memoryKeys.length, LIMITS.memoryKeys),
    ...tooMany('tools', own.length, LIMITS.tools),
  ]
}

/** Descriptions contain some words of ours, besides those of the author. */
const ROOM = LIMITS.descriptionCharacters - 150

function longTexts<Item extends { readonly active: boolean }>(
  array: string,
  field: string,
  items: readonly Item[],
  textOf: (item: Item) => string,
): string[] {
  return items.flatMap((item, index) =>
    item.active && textOf(item).length > ROOM
      ? [
          `${array}.${index}.${field}: is longer than ${ROOM} characters. Some models read its beginning only; shorten it.`,
        ]
      : [],
  )
}

function tooMany(array: string, count: number, most: number): string[] {
  return count > most ? [`${array}: ${count} are active, and models receive the first ${most}. Deactivate some.`] : []
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
