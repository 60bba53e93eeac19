// Renders the chart with Go's text/template and Sprig, the engine and the functions of Helm: render <chart> <values.json>.
// Helm itself comes from neither Debian nor npm. Built in GOPATH mode, with the packages of Debian.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func main() {
	if err := render(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func render(chart, valuesFile string) error {
	values := map[string]interface{}{}
	metadata := struct{ Name, Version, AppVersion string }{}
	raw := map[string]string{}
	if err := readYaml(filepath.Join(chart, "values.yaml"), &values); err != nil {
		return err
	}
	if err := readYaml(filepath.Join(chart, "Chart.yaml"), &raw); err != nil {
		return err
	}
	metadata.Name, metadata.Version, metadata.AppVersion = raw["name"], raw["version"], raw["appVersion"]
	text, err := os.ReadFile(valuesFile)
	if err != nil {
		return err
	}
	var given map[string]interface{}
	if err := json.Unmarshal(text, &given); err != nil {
		return err
	}
	merge(values, given)

	all := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	functions["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	functions["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := all.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	all.Funcs(functions)
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	if err != nil {
		return err
	}
	sort.Strings(files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if _, err := all.New(filepath.Base(file)).Parse(string(text)); err != nil {
			return err
		}
	}
	data := map[string]interface{}{
		"Values":  values,
		"Chart":   metadata,
		"Release": map[string]string{"Name": "licet", "Namespace": "default", "Service": "Helm"},
	}
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasPrefix(name, "_") {
			continue
		}
		if name == "NOTES.txt" {
			if err := all.ExecuteTemplate(&bytes.Buffer{}, name, data); err != nil {
				return err
			}
			continue
		}
		fmt.Println("---")
		if err := all.ExecuteTemplate(os.Stdout, name, data); err != nil {
			return err
		}
		fmt.Println()
	}
	return nil
}

func readYaml(file string, into interface{}) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return yaml.Unmarshal(text, into)
}

// merge puts the given values over the defaults, as Helm does.
func merge(values, given map[string]interface{}) {
	for name, value := range given {
		below, isMap := value.(map[string]interface{})
		defaults, hasDefaults := values[name].(map[string]interface{})
		if isMap && hasDefaults {
			merge(defaults, below)
		} else {
			values[name] = value
		}
	}
}
