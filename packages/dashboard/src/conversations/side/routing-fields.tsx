import { NativeSelect, Radio, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ConversationDetails } from '@messaging/contract/dashboard/conversations.ts'
import { listWebhooks } from '@messaging/contract/dashboard/webhooks.ts'
import { useQuery } from '@tanstack/react-query'
import { readList } from '../../api/read.ts'
import { AgentSelect } from '../../numbers/agent-select.tsx'
import type { RoutingValues } from './routing-values.ts'

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
    <Radio.Group label="Route messages to" {...form.getInputProps('mode')}>
      <Stack gap="sm" mt="xs">
        <Radio value="inherit" label="Use the number’s default" description="Removes the conversation’s own routing." />
        <Radio value="agent" label="An agent" description="Replies regardless of the number’s default." />
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
          description="Receives subscription events and replies through the API. The previous endpoint is notified."
        />
        {mode === 'webhook' && (
          <NativeSelect
            label="Endpoint"
            required
            description="Only endpoints that you created."
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
