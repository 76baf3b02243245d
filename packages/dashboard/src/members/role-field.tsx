import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { ROLES } from '@messaging/contract/roles.ts'
import { ROLE_NAMES, ROLE_TEXTS } from '../ui/role-texts.ts'

const DATA = ROLES.map((value) => ({ value, label: `${ROLE_NAMES[value]}: ${ROLE_TEXTS[value]}` }))

/** The field for the role of a member. */
export function RoleField(props: Omit<NativeSelectProps, 'data'>) {
  return <NativeSelect data={DATA} {...props} />
}
