import { NativeSelect, Radio, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ConversationDetails } from '@messaging/contract/dashboard/conversations.ts'
import { listWebhooks } from '@messaging/contract/dashboard/webhooks.ts'
import { useQuery } from '@tanstack/react-query'
import { readList } from '../../api/read.ts'
import { AgentSelect } from '../../numbers/agent-select.tsx'
import type { RoutingValues } from './routing-values.ts'
import { words } from './words.ts'

const { routing: texts } = words

/** Selects the routing: the number's default, an agent, or one of the user's own endpoints. */
export function RoutingFields({
  form,
  agent,
  webhook,
}: {
  readonly form: UseFormReturnType<RoutingValues>
  readonly agent: ConversationDetails['effectiveRoute']['agent']
  readonly webhook: ConversationDetails['effectiveRoute']['webhook']
}) {
  const { data: webhooks = [] } = useQuery(readList(listWebhooks, {}))
  const own = webhooks.filter(({ isOwn }) => isOwn)
  const known = webhook && !own.some(({ id }) => id === webhook.id) ? [webhook] : []
  const { mode, agentId } = form.values
  return (
    <Radio.Group label={texts.label} {...form.getInputProps('mode')}>
      <Stack gap="sm" mt="xs">
        <Radio value="inherit" label={texts.inherit} description={texts.inheritHint} />
        <Radio value="agent" label={texts.byAgent} description={texts.byAgentHint} />
        {mode === 'agent' && (
          <AgentSelect
            value={agentId}
            known={agent}
            error={form.errors.agentId}
            onChange={(id) => form.setFieldValue('agentId', id)}
          />
        )}
        <Radio value="webhook" label={texts.byWebhook} description={texts.byWebhookHint} />
        {mode === 'webhook' && (
          <NativeSelect
            label={texts.endpoint}
            required
            description={texts.ownHint}
            data={[
              { value: '', label: texts.chooseEndpoint },
              ...[...known, ...own].map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...form.getInputProps('webhookId')}
          />
        )}
      </Stack>
    </Radio.Group>
  )
}
