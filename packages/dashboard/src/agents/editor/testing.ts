import { AGENT_EXAMPLE, type Agent } from '@replywright/contract/agents.ts'

/** Returns an agent for tests, with one tool, icebreaker and memory key. */
export function anAgent(more: Partial<Agent> = {}): Agent {
  return {
    ...AGENT_EXAMPLE,
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Ada',
    profilePicture: 'https://files.example/1?signed=1',
    icebreakers: ['Opening hours?'],
    llmModel: null,
    fallbackModel: null,
    tools: [
      {
        id: '00000000-0000-4000-8000-000000000011',
        name: 'Find an order',
        description: '',
        apiSchema: { url: 'https://api.example.com', method: 'GET' },
        active: true,
        creditCost: 1,
      },
    ],
    documents: [],
    memoryKeys: [
      { id: '00000000-0000-4000-8000-000000000021', key: 'size', type: 'string', initialValue: '', whenToUpdate: '' },
    ],
    wakeUpConfigs: [],
    outboundTriggers: [],
    websiteTools: [],
    imageGenerateTools: [],
    handoffTools: [],
    mcpConfigs: [],
    supportTools: '',
    askForHuman: true,
    transcribeVoice: true,
    requiresProof: false,
    outcomeKeys: [],
    monthlyLimitUsd: null,
    stepsPerTurn: 16,
    guardrails: null,
    problems: [],
    paywallConfig: '',
    adConfig: '',
    creditSettings: '',
    voiceCallConfig: '',
    organization: null,
    phoneNumbers: [],
    totalMessages: '0',
    totalSessions: '0',
    connectUrl: '',
    createdAt: '2026-11-21T12:00:00.000Z',
    ...more,
  }
}
