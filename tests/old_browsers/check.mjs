// Print, as JSON, what the files named on the command line need that one of the browsers of package.json lacks.
import { readFileSync } from "node:fs";
import DoIUse from "doiuse";
import { ESLint } from "eslint";
import compat from "eslint-plugin-compat";
import postcss from "postcss";

const { browserslist } = JSON.parse(readFileSync(new URL("package.json", import.meta.url)));
const LATER = "at|findLast|findLastIndex|toSorted|toReversed|toSpliced|hasOwn|checkVisibility|showModal|requestSubmit";
const eslint = new ESLint({
  cwd: "/",
  overrideConfigFile: true,
  overrideConfig: [{
    ...compat.configs["flat/recommended"],
    files: ["**/*.js"],
    languageOptions: { ecmaVersion: 2020, sourceType: "script" },
    settings: { browsers: browserslist, polyfills: ["AudioContext"] }, // by its older name, or not at all
    rules: {
      "compat/compat": "error",
      "no-restricted-syntax": ["error", { // of a thing whose kind cannot be seen
        selector: `CallExpression[callee.property.name=/^(${LATER})$/]`, message: "a newer method",
      }],
    },
  }],
});
const found = [];
const say = (file, line, what) => found.push({ file, line, what });
for (const file of process.argv.slice(2)) {
  if (file.endsWith(".js")) {
    for (const { messages } of await eslint.lintFiles(file)) for (const { line, message } of messages) say(file, line, message);
    continue;
  }
  const sheet = new DoIUse({
    browsers: browserslist,
    onFeatureUsage: ({ feature, usage, featureData }) => {
      if (Object.keys(featureData.missing || {}).length) say(file, usage.source.start.line, feature);
    },
  });
  await postcss([sheet]).process(readFileSync(file, "utf8"), { from: file });
}
console.log(JSON.stringify(found));
