import { Checkbox, Radio, Skeleton, Stack, Text } from '@mantine/core'
import { LARGEST_LIMIT } from '@messaging/contract/page.ts'
import { listPhoneNumbers } from '@messaging/contract/phone-numbers.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readList } from '../api/read.ts'
import { Loaded } from '../ui/loaded.tsx'
import classes from './numbers-field.module.css'

/** Selects the numbers to which a webhook is subscribed: all, including new ones, or some. */
export function NumbersField({
  value,
  onChange,
  error,
}: {
  readonly value: 'all' | string[]
  readonly onChange: (value: 'all' | string[]) => void
  readonly error?: ReactNode
}) {
  return (
    <Radio.Group
      label="Numbers"
      description="For message.received only. Other events depend on the conversation’s routing."
      error={error}
      value={value === 'all' ? 'all' : 'some'}
      onChange={(reach) => onChange(reach === 'all' ? 'all' : [])}
    >
      <Stack gap="sm" mt="xs">
        <Radio value="all" label="All numbers, including new ones" />
        <Radio value="some" label="Selected numbers" />
        {value !== 'all' && <SomeNumbers value={value} onChange={onChange} />}
      </Stack>
    </Radio.Group>
  )
}

function SomeNumbers({ value, onChange }: { readonly value: string[]; readonly onChange: (value: string[]) => void }) {
  const query = useQuery(readList(listPhoneNumbers, { query: { limit: String(LARGEST_LIMIT) } }))
  return (
    <div className={classes.some}>
      <Loaded query={query} skeleton={<Skeleton height={24} />}>
        {({ results }) => (
          <Checkbox.Group value={value} onChange={onChange} aria-label="Numbers">
            <Stack gap="xs">
              {results.length === 0 && <Text size="sm">No numbers yet</Text>}
              {results.map(({ number, account, isSandbox }) => (
                <Checkbox
                  key={number}
                  value={number}
                  label={`+${number}`}
                  description={isSandbox ? 'Sandbox' : account?.name}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
      </Loaded>
    </div>
  )
}
