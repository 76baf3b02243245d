import { NativeSelect, Radio, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ConversationDetails } from '@messaging/contract/dashboard/conversations.ts'
import { listWebhooks } from '@messaging/contract/dashboard/webhooks.ts'
import { useQuery } from '@tanstack/react-query'
import { readList } from '../../api/read.ts'
import { AgentSelect } from '../../numbers/agent-select.tsx'
import type { RoutingValues } from './routing-values.ts'

/** Who gets the messages: as the number says, an agent, or an endpoint of one's own. */
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
    <Radio.Group label="Send the customer's messages to" {...form.getInputProps('mode')}>
      <Stack gap="sm" mt="xs">
        <Radio value="inherit" label="Whom the number says" description="The conversation has no routing of its own." />
        <Radio value="agent" label="An agent" description="It answers, whatever the number says." />
        {mode === 'agent' && (
          <AgentSelect
            value={agentId}
            known={agent}
            error={form.errors.agentId}
            onChange={(id) => form.setFieldValue('agentId', id)}
          />
        )}
        <Radio
          value="webhook"
          label="An endpoint"
          description="It gets subscription events, and answers by the API. One that it takes over from hears of it."
        />
        {mode === 'webhook' && (
          <NativeSelect
            label="Endpoint"
            required
            description="Only endpoints that you created yourself."
            data={[
              { value: '', label: 'Choose an endpoint' },
              ...[...known, ...own].map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...form.getInputProps('webhookId')}
          />
        )}
      </Stack>
    </Radio.Group>
  )
}
