import { Button, Group } from '@mantine/core'
import { AUDIT_OBJECTS } from '@messaging/contract/audit.ts'
import { listApiKeys } from '@messaging/contract/dashboard/api-keys.ts'
import { listMembers } from '@messaging/contract/dashboard/members.ts'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { memberName } from '../members/member-name.ts'
import { isFiltered } from '../shell/filter.ts'
import { FilterSelect } from '../ui/filter-select.tsx'
import { PeriodFields } from '../ui/period-fields.tsx'
import { OBJECT_NAMES } from './entry-words.ts'
import type { AuditSearch } from './filters.ts'

const SHORT_ID_LENGTH = 8
const OBJECTS = AUDIT_OBJECTS.map((value) => ({ value, label: sentenceCase(OBJECT_NAMES[value]) }))

/** The filters of the audit log. The URL stores them. */
export function AuditFilters({ search }: { readonly search: AuditSearch }) {
  const navigate = useNavigate({ from: '/audit-log' })
  const { data: members = [] } = useQuery(readList(listMembers, {}))
  const { data: keys = [] } = useQuery(readList(listApiKeys, {}))
  const set = (change: Partial<AuditSearch>) =>
    void navigate({ search: (before) => ({ ...before, cursor: undefined, ...change }), replace: true })
  const people = members.map((member) => ({ value: member.id, label: memberName(member) }))
  const programs = keys.map(({ id, name }) => ({ value: id, label: `API key ${name}` }))
  return (
    <Group gap="xs" mb="md" align="end">
      <FilterSelect
        label="User"
        all="All users and API keys"
        choices={[...people, ...programs]}
        value={search.actor}
        onSelect={(actor) => set({ actor })}
      />
      <FilterSelect
        label="Object"
        all="All objects"
        choices={OBJECTS}
        value={search.object}
        onSelect={(object) => set({ object })}
      />
      <PeriodFields period={search} onChange={set} />
      {search.objectId !== undefined && (
        <Button
          size="xs"
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => set({ objectId: undefined })}
        >
          Only changes of {search.objectId.slice(0, SHORT_ID_LENGTH)}
        </Button>
      )}
      {isFiltered(search) && (
        <Button size="xs" variant="subtle" onClick={() => void navigate({ search: {} })}>
          Clear filters
        </Button>
      )}
    </Group>
  )
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
