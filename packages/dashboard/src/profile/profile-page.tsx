import { Switch, TextInput } from '@mantine/core'
import { ProfileChange, updateProfile } from '@replywright/contract/dashboard/profile.ts'
import type { Me } from '@replywright/contract/dashboard/session.ts'
import { changeUsageMail, getUsageLimit, type UsageLimit } from '@replywright/contract/dashboard/usage.ts'
import { PhoneNumber } from '@replywright/contract/fields.ts'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { read } from '../api/call.ts'
import { useMe } from '../api/use-me.ts'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { FormSkeleton, Loaded, Page, Panel, RowsSkeleton } from '../ui/page.tsx'
import { useAction } from '../ui/use-action.ts'

export function ProfilePage() {
  return (
    <Page title="Profile" description="Your own name and phone number, in all organisations.">
      <Loaded query={useMe()} skeleton={<FormSkeleton fields={3} />}>
        {({ user }) => <ProfileForm user={user} />}
      </Loaded>
      <MailsPanel />
    </Page>
  )
}

function ProfileForm({ user }: { readonly user: Me['user'] }) {
  const saving = useAction(updateProfile, { done: 'Profile saved' })
  const form = useEndpointForm(saving, {
    initial: { name: user.name, phoneNumber: shownNumber(user.phoneNumber) },
    rules: ProfileFields,
    inputOf: ({ name, phoneNumber }) => ({ body: { name, phoneNumber: phoneNumber.trim() || null } }),
  })
  return (
    <EndpointForm form={form} width="narrow" label="Save profile">
      <TextInput
        label="Email"
        description="The address with which you sign in. It cannot be changed."
        value={user.email}
        readOnly
        variant="filled"
      />
      <TextInput
        label="Name"
        description="Other members see it instead of your email address."
        autoComplete="name"
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Phone number"
        description="In international format, for example +44 7700 900123."
        type="tel"
        autoComplete="tel"
        {...form.getInputProps('phoneNumber')}
      />
    </EndpointForm>
  )
}

/** The mails that the user gets about the open organisation. The list of waiting customers has its own. */
function MailsPanel() {
  const { data: me } = useMe()
  return (
    <Panel title={`Mails about ${me?.organization.name ?? 'this organisation'}`}>
      <Loaded query={useQuery(read(getUsageLimit, {}))} skeleton={<RowsSkeleton rows={1} height={40} />}>
        {(limit) => <LimitMailSwitch limit={limit} />}
      </Loaded>
    </Panel>
  )
}

function LimitMailSwitch({ limit: { wantsMail } }: { readonly limit: UsageLimit }) {
  const changing = useAction(changeUsageMail, { done: 'Saved' })
  return (
    <Switch
      label="Mail me at 80% of a monthly limit"
      description="Of the organisation and of single agents."
      checked={wantsMail}
      disabled={changing.isPending}
      onChange={(event) => changing.run({ body: { wantsMail: event.currentTarget.checked } })}
    />
  )
}

/** The fields of the form. An empty phone number removes it. */
const ProfileFields = v.object({
  name: ProfileChange.entries.name,
  phoneNumber: v.pipe(
    v.string(),
    v.check((text) => text.trim() === '' || v.is(PhoneNumber, text), 'Enter a number such as +44 7700 900123.'),
  ),
})

/** Returns a stored number as the field shows it. */
function shownNumber(digits: string | null): string {
  return digits === null ? '' : `+${digits}`
}
