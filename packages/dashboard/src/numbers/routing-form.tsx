import { Alert, Box, Button, Checkbox, Group, Radio, Stack } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { listAgents } from '@replywright/contract/agents.ts'
import { LARGEST_LIMIT } from '@replywright/contract/page.ts'
import {
  type BusinessNumber,
  connectAgent,
  subscribePhoneNumber,
  unsubscribePhoneNumber,
} from '@replywright/contract/phone-numbers.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readList } from '../api/call.ts'
import { Allowed } from '../ui/allowed.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { FormError } from '../ui/form-parts.tsx'
import { Sentences } from '../ui/text.tsx'
import { useAction } from '../ui/use-action.ts'
import { webhooksQuery } from '../webhooks/webhooks-query.ts'
import { consequences, isRoutingChanged, RoutingChange, type RoutingValues, routingValues } from './routing.ts'
import { AgentSelect, WebhookSelect } from './target-select.tsx'

const FIELDS = ['mode', 'agentId', 'webhookId'] as const

/** Changes the default routing of a number, and lists the consequences first. */
export function RoutingForm({ number }: { readonly number: BusinessNumber }) {
  const [unconfirmed, setUnconfirmed] = useState<RoutingValues>()
  const form = useForm<RoutingValues>({
    initialValues: routingValues(number),
    validate: schemaResolver(RoutingChange, { sync: true }),
  })
  const { route, isPending, error, reset } = useRouteNumber(number.number, () => {
    setUnconfirmed(undefined)
    form.setFieldValue('applyToExisting', false)
  })
  const { values } = form
  const sentences = consequences({ ...values, name: useTargetName(values, number) })
  const submit = (input: RoutingValues) =>
    route(input, (failure) => {
      const errors = fieldErrors(failure, FIELDS)
      form.setErrors(errors)
      if (FIELDS.some((field) => errors[field])) setUnconfirmed(undefined)
    })
  return (
    <Allowed endpoint={subscribePhoneNumber}>
      <form
        noValidate
        onSubmit={form.onSubmit((input) => (input.applyToExisting ? setUnconfirmed(input) : submit(input)))}
      >
        <Stack maw="36rem">
          <FormError error={unconfirmed ? undefined : error} fields={FIELDS} />
          <Radio.Group label="Route messages to" {...form.getInputProps('mode')}>
            <Stack gap="sm" mt="xs">
              <Radio value="agent" label="An agent" description="Replies automatically." />
              {values.mode === 'agent' && (
                <Box pl="1.75rem">
                  <AgentSelect {...form.getInputProps('agentId')} value={values.agentId} known={number.activeAgent} />
                </Box>
              )}
              <Radio
                value="webhook"
                label="An endpoint"
                description="Your program receives the messages and replies through the API."
              />
              {values.mode === 'webhook' && (
                <Box pl="1.75rem">
                  <WebhookSelect
                    {...form.getInputProps('webhookId')}
                    value={values.webhookId}
                    known={number.defaultWebhook}
                  />
                </Box>
              )}
              <Radio value="none" label="None" description="No reply; messages are only stored." />
            </Stack>
          </Radio.Group>
          <Checkbox
            label="Apply to existing conversations"
            description="Reassigns every existing conversation and ends its session."
            {...form.getInputProps('applyToExisting', { type: 'checkbox' })}
          />
          {isRoutingChanged(routingValues(number), values) && (
            <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title="Effects of saving">
              <Sentences sentences={sentences} />
            </Alert>
          )}
          <Group>
            <Button type="submit" loading={isPending}>
              Save
            </Button>
          </Group>
        </Stack>
        <ConfirmDialog
          opened={unconfirmed !== undefined}
          onClose={() => {
            setUnconfirmed(undefined)
            reset()
          }}
          title={`Change all conversations of +${number.number}?`}
          confirm="Change all conversations"
          onConfirm={() => unconfirmed && submit(unconfirmed)}
          isPending={isPending}
          error={error}
        >
          <Sentences sentences={sentences} />
        </ConfirmDialog>
      </form>
    </Allowed>
  )
}

/** Returns the name of the selected agent or endpoint, from queries that the fields have already loaded. */
function useTargetName({ mode, agentId, webhookId }: RoutingValues, { activeAgent }: BusinessNumber): string {
  const { data: agents } = useQuery(readList(listAgents, { query: { limit: String(LARGEST_LIMIT) } }))
  const { data: webhooks } = useQuery(webhooksQuery())
  if (mode === 'webhook') return webhooks?.find(({ id }) => id === webhookId)?.name ?? 'the endpoint'
  if (activeAgent?.id === agentId) return activeAgent.name
  return agents?.results.find(({ id }) => id === agentId)?.name ?? 'the agent'
}

/** Returns a function that changes the default routing of a number with the operation for the values' mode. */
function useRouteNumber(number: string, onDone: () => void) {
  const options = { done: `Routing of +${number} changed`, onDone }
  const connecting = useAction(connectAgent, options)
  const subscribing = useAction(subscribePhoneNumber, options)
  const unsubscribing = useAction(unsubscribePhoneNumber, options)
  const all = [connecting, subscribing, unsubscribing]
  return {
    isPending: all.some(({ isPending }) => isPending),
    error: all.find(({ error }) => error)?.error,
    reset: () => {
      for (const action of all) action.reset()
    },
    route: ({ mode, agentId, webhookId, applyToExisting }: RoutingValues, onError: (error: unknown) => void) => {
      const params = { n: number }
      for (const action of all) action.reset()
      if (mode === 'agent') connecting.mutate({ params, body: { agentId, applyToExisting } }, { onError })
      else if (mode === 'webhook') subscribing.mutate({ params, body: { webhookId, applyToExisting } }, { onError })
      else unsubscribing.mutate({ params, body: { applyToExisting } }, { onError })
    },
  }
}
