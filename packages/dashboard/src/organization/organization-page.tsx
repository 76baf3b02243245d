import { Stack, Switch, Text, TextInput } from '@mantine/core'
import { schemaResolver } from '@mantine/form'
import { renameOrganization } from '@replywright/contract/dashboard/profile.ts'
import { changeProofRule, getProofRule, type ProofRule } from '@replywright/contract/dashboard/proof-rule.ts'
import { changeRetention, getRetention, type OrganizationRetention } from '@replywright/contract/dashboard/retention.ts'
import type { Me } from '@replywright/contract/dashboard/session.ts'
import { changeUsageLimit, getUsageLimit, type UsageLimit } from '@replywright/contract/dashboard/usage.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../api/call.ts'
import { useMe } from '../api/use-me.ts'
import { Allowed } from '../ui/allowed.tsx'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { CopyId } from '../ui/facts.tsx'
import { FormSkeleton, Loaded, Page, Panel, RowsSkeleton } from '../ui/page.tsx'
import { useAction } from '../ui/use-action.ts'

/** Stands for a field with its button. */
const FIELD = <RowsSkeleton rows={1} height={60} />

export function OrganizationPage() {
  return (
    <Page
      title="Organisation"
      description="The organisation that owns your agents, numbers, endpoints and conversations."
    >
      <Loaded query={useMe()} skeleton={<FormSkeleton fields={3} />}>
        {({ organization }) => (
          <Stack key={organization.id}>
            <NameForm organization={organization} />
            <div>
              <Text c="dimmed">Organisation ID</Text>
              <CopyId id={organization.id} label="Organisation ID" />
            </div>
            <LimitPanel />
            <ProofPanel />
            <RetentionPanel />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

function NameForm({ organization }: { readonly organization: Me['organization'] }) {
  const renaming = useAction(renameOrganization, { done: 'Organisation renamed' })
  const form = useEndpointForm(renaming, {
    initial: { name: organization.name },
    rules: renameOrganization.body,
    inputOf: (body) => ({ body }),
  })
  return (
    <EndpointForm form={form} endpoint={renameOrganization} width="narrow" label="Save name">
      <TextInput
        label="Name"
        description="Members see it in the menu at the top. Users that an agent is shared with see it, too."
        required
        {...form.getInputProps('name')}
      />
    </EndpointForm>
  )
}

const validateLimit = schemaResolver(changeUsageLimit.body, { sync: true })

/** The most that the agents of the organisation may cost in a month. */
function LimitPanel() {
  return (
    <Panel title="Monthly limit of agents">
      <Loaded query={useQuery(read(getUsageLimit, {}))} skeleton={FIELD}>
        {(limit) => (
          <>
            <LimitForm key={limit.limitUsd} limit={limit} />
            <Text c="dimmed" mt="md">
              Your <Link to="/profile">profile</Link> says whether you get a mail at 80%.
            </Text>
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function LimitForm({ limit: { limitUsd } }: { readonly limit: UsageLimit }) {
  const changing = useAction(changeUsageLimit, { done: 'Limit saved. It applies within a minute.' })
  const form = useEndpointForm(changing, {
    initial: { limitUsd: limitUsd === null ? '' : String(limitUsd) },
    rules: (values) => validateLimit(bodyOf(values)),
    inputOf: (values) => ({ body: bodyOf(values) }),
  })
  return (
    <EndpointForm form={form} endpoint={changeUsageLimit} width="narrow" label="Save limit">
      <TextInput
        label="USD a month"
        description="Provider, models and AWS together. At 100% no agent replies, and conversations wait for a person. Empty: no limit."
        inputMode="decimal"
        {...form.getInputProps('limitUsd')}
      />
    </EndpointForm>
  )
}

/** Whether drafts of all agents need a proof before they are published. */
function ProofPanel() {
  return (
    <Panel title="Proof before publishing">
      <Loaded query={useQuery(read(getProofRule, {}))} skeleton={FIELD}>
        {(rule) => <ProofSwitch rule={rule} />}
      </Loaded>
    </Panel>
  )
}

function ProofSwitch({ rule: { requiresProof } }: { readonly rule: ProofRule }) {
  const changing = useAction(changeProofRule, { done: 'Saved. It applies at once.' })
  return (
    <Allowed endpoint={changeProofRule}>
      <Switch
        label="Publish a draft only after its last proof has passed"
        description="Of every agent. A single agent can require it, too. Changes that are saved without a draft are not held."
        checked={requiresProof}
        disabled={changing.isPending}
        onChange={(event) => changing.run({ body: { requiresProof: event.currentTarget.checked } })}
      />
    </Allowed>
  )
}

function bodyOf({ limitUsd }: { readonly limitUsd: string }) {
  return { limitUsd: limitUsd.trim() === '' ? null : Number(limitUsd) }
}

const FIELD_LABELS = { messageDays: 'Days to keep messages', deliveryDays: 'Days to keep deliveries' }
const FIELDS = ['messageDays', 'deliveryDays'] as const

/** Returns the errors of days that the service would not keep. */
function longerThan(maximum: OrganizationRetention['maximum'], values: ReturnType<typeof daysOf>) {
  const isKept = (days: number | null, most: number) =>
    days === null || (Number.isInteger(days) && days >= 1 && days <= most)
  return Object.fromEntries(
    FIELDS.filter((field) => !isKept(values[field], maximum[field])).map((field) => [
      field,
      `must be a whole number between 1 and ${maximum[field]}`,
    ]),
  )
}

/** How long messages and deliveries of the organisation are kept. */
function RetentionPanel() {
  return (
    <Panel title="Retention">
      <Loaded query={useQuery(read(getRetention, {}))} skeleton={FIELD}>
        {(retention) => <RetentionForm retention={retention} />}
      </Loaded>
    </Panel>
  )
}

function RetentionForm({ retention }: { readonly retention: OrganizationRetention }) {
  const changing = useAction(changeRetention, { done: 'Retention saved. It applies within a minute.' })
  const form = useEndpointForm(changing, {
    initial: { messageDays: textOf(retention.messageDays), deliveryDays: textOf(retention.deliveryDays) },
    rules: (values) => longerThan(retention.maximum, daysOf(values)),
    inputOf: (values) => ({ body: daysOf(values) }),
  })
  return (
    <EndpointForm form={form} endpoint={changeRetention} width="narrow" label="Save retention">
      {FIELDS.map((field) => (
        <TextInput
          key={field}
          label={FIELD_LABELS[field]}
          description={`Applies to new items. At most ${retention.maximum[field]}, which also applies if empty.`}
          placeholder={String(retention.effective[field])}
          inputMode="numeric"
          {...form.getInputProps(field)}
        />
      ))}
    </EndpointForm>
  )
}

function textOf(days: number | null): string {
  return days === null ? '' : String(days)
}

function daysOf(values: Readonly<Record<(typeof FIELDS)[number], string>>) {
  const days = (text: string) => (text.trim() === '' ? null : Number(text))
  return { messageDays: days(values.messageDays), deliveryDays: days(values.deliveryDays) }
}
