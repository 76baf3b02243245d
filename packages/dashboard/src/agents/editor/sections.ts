/** The sections of the agent editor. The first section has no name in the URL. */
export const SECTIONS = [
  'tools',
  'documents',
  'memory',
  'automation',
  'tests',
  'prove',
  'usage',
  'sharing',
  'history',
] as const
export type Section = (typeof SECTIONS)[number] | undefined

const SECTION_OF: Readonly<Record<string, Section>> = {
  tools: 'tools',
  websiteTools: 'tools',
  imageGenerateTools: 'tools',
  handoffTools: 'tools',
  mcpConfigs: 'tools',
  documents: 'documents',
  memoryKeys: 'memory',
  outcomeKeys: 'memory',
  wakeUpConfigs: 'automation',
  outboundTriggers: 'automation',
}

/** Returns the section that shows the field with this path. */
export function sectionOf(path: string): Section {
  return SECTION_OF[path.split('.')[0] ?? '']
}

const WITHOUT_FIELDS: readonly Section[] = ['documents', 'tests', 'prove', 'usage', 'sharing', 'history']

/** Returns whether a section has fields that are saved with the agent. */
export function hasFields(section: Section): boolean {
  return !WITHOUT_FIELDS.includes(section)
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Description',
  systemPrompt: 'Instructions',
  firstMessage: 'First message',
  icebreakers: 'Icebreakers',
  askForHuman: 'May ask for a person',
  transcribeVoice: 'Hears voice messages',
  separateMessages: 'Sends separate messages',
  requiresProof: 'Requires a proof',
  monthlyLimitUsd: 'Monthly limit',
  stepsPerTurn: 'Steps per turn',
  guardrails: 'Guardrails',
  llmModel: 'Model',
  fallbackModel: 'Fallback model',
  tools: 'HTTP tools',
  websiteTools: 'Websites',
  imageGenerateTools: 'Image generation',
  handoffTools: 'Handoffs',
  mcpConfigs: 'MCP connectors',
  memoryKeys: 'Memory keys',
  outcomeKeys: 'Outcome',
  wakeUpConfigs: 'Wake-ups',
  outboundTriggers: 'Outbound triggers',
  documents: 'Documents',
  picture: 'Picture',
}

/** Returns the label of a field in the editor. */
export function fieldWord(path: string): string {
  return FIELD_WORDS[path.split('.')[0] ?? ''] ?? path
}
