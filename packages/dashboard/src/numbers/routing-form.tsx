import { Alert, Button, Checkbox, Group, Radio, Stack } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { listAgents } from '@messaging/contract/agents.ts'
import { listWebhooks } from '@messaging/contract/dashboard/webhooks.ts'
import { LARGEST_LIMIT } from '@messaging/contract/page.ts'
import type { BusinessNumber } from '@messaging/contract/phone-numbers.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readList } from '../api/read.ts'
import { Bullets } from '../ui/bullets.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { AgentSelect } from './agent-select.tsx'
import { RoutingChange, type RoutingValues, routingValues } from './routing-change.ts'
import classes from './routing-form.module.css'
import { consequences } from './routing-words.ts'
import { useRouteNumber } from './use-route-number.ts'
import { WebhookSelect } from './webhook-select.tsx'

const FIELDS = ['mode', 'agentId', 'webhookId']

/** Changes who answers on a number by default, after saying what that does to whom. */
export function RoutingForm({ number }: { readonly number: BusinessNumber }) {
  const [asked, setAsked] = useState<RoutingValues>()
  const form = useForm<RoutingValues>({
    initialValues: routingValues(number),
    validate: schemaResolver(RoutingChange, { sync: true }),
  })
  const { route, isPending, error, reset } = useRouteNumber(number.number, () => {
    setAsked(undefined)
    form.setFieldValue('applyToExisting', false)
  })
  const { values } = form
  const told = consequences({ ...values, name: useTargetName(values, number) })
  const submit = (wanted: RoutingValues) =>
    route(wanted, (failure) => {
      const errors = fieldErrors(failure, FIELDS)
      form.setErrors(errors)
      if (FIELDS.some((field) => errors[field])) setAsked(undefined)
    })
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit((wanted) => (wanted.applyToExisting ? setAsked(wanted) : submit(wanted)))}
    >
      <Stack gap="md">
        <FormError error={asked ? undefined : error} fields={FIELDS} />
        <Radio.Group label="Messages of customers go to" {...form.getInputProps('mode')}>
          <Stack gap="sm" mt="xs">
            <Radio value="agent" label="An agent" description="It answers by itself." />
            {values.mode === 'agent' && (
              <div className={classes.target}>
                <AgentSelect {...form.getInputProps('agentId')} value={values.agentId} known={number.activeAgent} />
              </div>
            )}
            <Radio value="webhook" label="An endpoint" description="Your own program answers, by the API." />
            {values.mode === 'webhook' && (
              <div className={classes.target}>
                <WebhookSelect {...form.getInputProps('webhookId')} value={values.webhookId} />
              </div>
            )}
            <Radio value="nobody" label="Nobody" description="They are stored." />
          </Stack>
        </Radio.Group>
        <Checkbox
          label="Apply to existing conversations"
          description="One change on the number that holds at once for all of them: each takes over the new agent, or none, and its session ends."
          {...form.getInputProps('applyToExisting', { type: 'checkbox' })}
        />
        <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title="What saving does">
          <Told sentences={told} />
        </Alert>
        <Group>
          <Button type="submit" loading={isPending}>
            Save
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={asked !== undefined}
        onClose={() => {
          setAsked(undefined)
          reset()
        }}
        title={`Change all conversations of +${number.number}?`}
        confirm="Change all conversations"
        onConfirm={() => asked && submit(asked)}
        isPending={isPending}
        error={error}
      >
        <Told sentences={told} />
      </ConfirmDialog>
    </form>
  )
}

function Told({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <Bullets>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </Bullets>
  )
}

/** The name of what is chosen; what the fields have read already. */
function useTargetName({ mode, agentId, webhookId }: RoutingValues, { activeAgent }: BusinessNumber): string {
  const { data: agents } = useQuery(readList(listAgents, { query: { limit: String(LARGEST_LIMIT) } }))
  const { data: webhooks } = useQuery(readList(listWebhooks, {}))
  if (mode === 'webhook') return webhooks?.find(({ id }) => id === webhookId)?.name ?? 'the endpoint'
  if (activeAgent?.id === agentId) return activeAgent.name
  return agents?.results.find(({ id }) => id === agentId)?.name ?? 'the agent'
}
