/** Texts of JSON whose canonical form is easy to get wrong, by what is special about them. */
export const CANONICAL: Readonly<Record<string, string>> = {
  'Members are sorted, and white space is left out.': '{ "b": 1, "a": [ true, null ] }',
  'Members are sorted by UTF-16 code units: U+1F600 (D83D DE00) comes before U+FB33.': '{"\uFB33":1,"\u{1F600}":2,"é":3,"e":4}',
  'Only what must be escaped is escaped, in lower case.': '{"text":"\\u0001\\t\\n\\u001F\\u007f\\u2028\\/\\"\\\\\\u00e9"}',
  'Strings are not normalized: é as one code point and as two are different.': '["\u00E9","e\u0301"]',
  'Numbers are written as in ECMAScript.': '[1.0,1e3,0.000001,1e-7,1.5E-10,-0.5,4.50,9007199254740991]',
  'Nested objects are sorted too.': '{"z":{"b":[{"d":1,"c":2}],"a":{}},"y":[]}',
}

/** Texts that the service refuses, because readers of JSON interpret them differently. Each character is one byte. */
export const REFUSED: Readonly<Record<string, string>> = {
  'a member twice': '{"a":1,"a":2}',
  'a member twice, once escaped': '{"a":1,"\\u0061":2}',
  'the member __proto__': '{"__proto__":1}',
  'half of a surrogate pair': '{"a":"\\ud800"}',
  'U+0000': '{"a":"\\u0000"}',
  'a byte order mark': '\u00EF\u00BB\u00BF{"a":1}',
  'minus zero': '{"a":-0}',
  'a number that overflows': '{"a":1e400}',
  'an integer beyond 2^53': '{"a":9007199254740993}',
  'bytes that are not UTF-8': '{"a":"\u00FF"}',
}
