const ESCAPED = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu

/** Returns compact JSON that is safe to print: invisible and control characters are escapes. Parsed, it is the same. */
export function printableJson(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replace(ESCAPED, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
