import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { AUDIT_OBJECTS } from '@messaging/contract/audit.ts'
import { listApiKeys } from '@messaging/contract/dashboard/api-keys.ts'
import { listMembers } from '@messaging/contract/dashboard/members.ts'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { memberName } from '../members/member-name.ts'
import { fromLocalInput, toLocalInput } from '../ui/local-time.ts'
import { type AuditSearch, isFiltered } from './filters.ts'
import { words } from './words.ts'

const SHORT_ID_LENGTH = 8

/** The filters of the audit log. The URL stores them. */
export function AuditFilters({ search }: { readonly search: AuditSearch }) {
  const navigate = useNavigate({ from: '/audit-log' })
  const { data: members = [] } = useQuery(readList(listMembers, {}))
  const { data: keys = [] } = useQuery(readList(listApiKeys, {}))
  const set = (change: Partial<AuditSearch>) =>
    void navigate({ search: (before) => ({ ...before, cursor: undefined, ...change }), replace: true })
  const people = members.map((member) => ({ value: member.id, label: memberName(member) }))
  const programs = keys.map(({ id, name }) => ({ value: id, label: words.filters.apiKey(name) }))
  return (
    <Group gap="xs" mb="md" align="end">
      <NativeSelect
        label={words.filters.who}
        size="xs"
        value={search.actor ?? ''}
        onChange={(event) => set({ actor: event.currentTarget.value || undefined })}
        data={[{ value: '', label: words.filters.everyone }, ...people, ...programs]}
      />
      <NativeSelect
        label={words.filters.object}
        size="xs"
        value={search.object ?? ''}
        onChange={({ currentTarget }) => set({ object: AUDIT_OBJECTS.find((each) => each === currentTarget.value) })}
        data={[
          { value: '', label: words.filters.allObjects },
          ...AUDIT_OBJECTS.map((value) => ({ value, label: sentenceCase(words.objects[value]) })),
        ]}
      />
      <TextInput
        label={words.filters.from}
        size="xs"
        type="datetime-local"
        value={toLocalInput(search.since)}
        onChange={(event) => set({ since: fromLocalInput(event.currentTarget.value) })}
      />
      <TextInput
        label={words.filters.until}
        size="xs"
        type="datetime-local"
        value={toLocalInput(search.until)}
        onChange={(event) => set({ until: fromLocalInput(event.currentTarget.value) })}
      />
      {search.objectId !== undefined && (
        <Button
          size="xs"
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => set({ objectId: undefined })}
        >
          {words.filters.onlyObject(search.objectId.slice(0, SHORT_ID_LENGTH))}
        </Button>
      )}
      {isFiltered(search) && (
        <Button size="xs" variant="subtle" onClick={() => void navigate({ search: {} })}>
          {words.filters.clear}
        </Button>
      )}
    </Group>
  )
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
