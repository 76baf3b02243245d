import { Switch, TextInput } from '@mantine/core'
import { schemaResolver } from '@mantine/form'
import {
  changeUsageLimit,
  changeUsageMail,
  getUsageLimit,
  type UsageLimit,
} from '@messaging/contract/dashboard/usage.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/read.ts'
import { useAction } from '../api/use-action.ts'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { tell } from '../ui/tell.ts'

const validate = schemaResolver(changeUsageLimit.body, { sync: true })

/** The most that the agents of the organisation may cost in a month, and who is told. */
export function LimitPanel() {
  return (
    <Panel title="Monthly limit of agents">
      <Loaded query={useQuery(read(getUsageLimit, {}))}>
        {(limit) => (
          <>
            <LimitForm key={limit.limitUsd} limit={limit} />
            <MailSwitch limit={limit} />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function LimitForm({ limit: { limitUsd } }: { readonly limit: UsageLimit }) {
  const changing = useAction(changeUsageLimit, { onDone: () => tell('Limit saved. It applies within a minute.') })
  const form = useEndpointForm(changing, {
    initial: { limitUsd: limitUsd === null ? '' : String(limitUsd) },
    rules: (values) => validate(bodyOf(values)),
    inputOf: (values) => ({ body: bodyOf(values) }),
  })
  return (
    <EndpointForm form={form} endpoint={changeUsageLimit} width="narrow" label="Save limit">
      <TextInput
        label="USD a month"
        description="At 100% no agent replies, and conversations wait for a person. Empty: no limit."
        inputMode="decimal"
        {...form.getInputProps('limitUsd')}
      />
    </EndpointForm>
  )
}

function MailSwitch({ limit: { wantsMail } }: { readonly limit: UsageLimit }) {
  const changing = useAction(changeUsageMail, { onDone: () => tell('Saved') })
  return (
    <Switch
      mt="md"
      label="Mail me at 80% of a limit"
      description="Also of the limits of single agents."
      checked={wantsMail}
      disabled={changing.isPending}
      onChange={(event) => changing.mutate({ body: { wantsMail: event.currentTarget.checked } })}
    />
  )
}

function bodyOf({ limitUsd }: { readonly limitUsd: string }) {
  return { limitUsd: limitUsd.trim() === '' ? null : Number(limitUsd) }
}
