import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Bullets } from '../../ui/bullets.tsx'
import { fieldWord, sectionOf } from './sections.ts'

/** Links to the invalid fields that prevent saving. */
export function ErrorsSummary({ paths }: { readonly paths: readonly string[] }) {
  const fields = [...new Set(paths.map((path) => path.split('.')[0] ?? ''))].filter((field) => field !== '')
  if (fields.length === 0) return null
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />} title="Not saved. Fix these fields:">
      <Bullets>
        {fields.map((field) => (
          <li key={field}>
            <Link to="." search={(search) => ({ ...search, section: sectionOf(field) })}>
              {fieldWord(field)}
            </Link>
          </li>
        ))}
      </Bullets>
    </Alert>
  )
}
