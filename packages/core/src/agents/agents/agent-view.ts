import type { Agent } from '@messaging/contract/agents.ts'
import type { Caller } from '../../platform/caller.ts'
import { isoTime } from '../../platform/clock.ts'
import { signedUrl } from '../../platform/objects/objects.ts'
import { settings as environment } from '../../platform/settings.ts'
import { documentKey } from '../documents/document-key.ts'
import { type AgentContext, getAgentContext } from './agent-context.ts'
import { AGENT_FIELDS, inOrder } from './agent-fields.ts'
import { maskSecrets } from './agent-secrets.ts'
import { type OpenAgent, openAgent, type StoredAgent } from './find-agent.ts'

/** Returns an agent as the caller may see it (spec, Agent). Decrypts a stored one only for callers who see secrets. */
export async function agentView(caller: Caller, agent: StoredAgent | OpenAgent): Promise<Agent> {
  const stored = 'stored' in agent ? agent.stored : agent
  return await viewInContext(caller, agent, await getAgentContext(stored.head.organizationId, [stored]))
}

/** As `agentView`, with a context that was read before. */
export async function viewInContext(
  caller: Caller,
  agent: StoredAgent | OpenAgent,
  { organization, numbers, waIds, names, documents }: AgentContext,
): Promise<Agent> {
  const { head } = 'stored' in agent ? agent.stored : agent
  const { organizationId, id, totalMessages = 0, totalSessions = 0, createdAt } = head
  const seesSecrets = caller.permission === 'full' && caller.organizationId === organizationId
  const settings = seesSecrets
    ? ('stored' in agent ? agent : await openAgent(agent)).settings
    : maskSecrets(agent.settings)
  const connected = numbers.filter((number) => number.agentId === id && !number.sandbox)
  return inOrder<Agent>(AGENT_FIELDS, {
    ...settings,
    id,
    profilePicture: settings.picture && (await signedUrl(settings.picture)),
    documents: await Promise.all(
      settings.documents.map(async (document) => ({
        ...document,
        file: await signedUrl(documentKey(organizationId, id, document.id), document.name),
        status: documents.get(document.id) ?? 'pending',
      })),
    ),
    outboundTriggers: settings.outboundTriggers.map((trigger) => ({
      ...trigger,
      url: `${environment.PUBLIC_BASE_URL}/triggers/${trigger.id}`,
    })),
    handoffTools: settings.handoffTools.map((tool) => ({
      ...tool,
      parentAgentId: id,
      childAgentName: names.get(tool.childAgentId) ?? '',
    })),
    mcpConfigs: settings.mcpConfigs.map((config) => ({
      ...config,
      connectorName: names.get(config.connectorId) ?? '',
    })),
    supportTools: '',
    paywallConfig: '',
    adConfig: '',
    creditSettings: '',
    voiceCallConfig: '',
    organization: organization && {
      id: organization.id,
      name: organization.name,
      isPersonal: organization.isPersonal,
    },
    phoneNumbers: connected.map(({ phoneNumberId, accountId = '', number }) => ({
      msgPhoneNumberId: phoneNumberId,
      msgBusinessAccountId: accountId,
      wabaId: waIds.get(accountId) ?? '',
      phoneNumber: number,
    })),
    totalMessages: String(totalMessages),
    totalSessions: String(totalSessions),
    connectUrl: connectUrl(id, connected[0]?.number, numbers.find(({ sandbox }) => sandbox)?.number),
    createdAt: isoTime(createdAt),
  })
}

const CHAT_LINK = 'https://wa.me/'

/** Returns a link that opens a chat on the agent's number, else on the sandbox number with a text that selects it. */
export function connectUrl(agentId: string, number: string | undefined, sandboxNumber: string | undefined): string {
  if (number !== undefined) return `${CHAT_LINK}${number}`
  if (sandboxNumber === undefined) return ''
  return `${CHAT_LINK}${sandboxNumber}?text=${encodeURIComponent(`/connect:${agentId}`)}`
}
