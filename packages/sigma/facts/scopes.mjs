// Which values a scope compares which fields with, read from the text of each family's language.

/** `field = value` for every comparison with a literal, by family. Texts that say something else give nothing. */
export const VALUES_IN_TEXT = {
  udm: (text) => pairs(text, /([a-z_]+(?:\.[a-z_]+)+) = "([^"]*)"/g),
  spl: (text) => pairs(text, /([\w.{}:]+)="?([^"\s()|;]*[^"()|;]*?)"?(?=$|[\s()|;])/g),
  kql: (text) => [
    ...pairs(text, /(\w+) (?:==|=~|has|contains|startswith) (?:"([^"]*)"|(\d+))/g),
    ...lists(text, /(\w+) in~? \(([^)]*)\)/g, /"([^"]*)"|(\d+)/g),
  ],
  ecs: lucene,
  opensearch: lucene,
};

function lucene(text) {
  return [
    ...pairs(text, /([@\w.]+):(?:"([^"]*)"|([^\s()"]+))/g),
    ...lists(text, /([@\w.]+):\(([^)]*)\)/g, /"([^"]*)"|\b(?!OR\b|or\b)([^\s()"]+)/g),
  ];
}

function pairs(text, form) {
  return [...text.matchAll(form)].map(([, field, ...values]) => `${field} = ${values.find((value) => value) ?? ''}`);
}

function lists(text, form, item) {
  return [...text.matchAll(form)].flatMap(([, field, list]) =>
    [...list.matchAll(item)].map(([, ...values]) => `${field} = ${values.find((value) => value) ?? ''}`),
  );
}
