// A judge of positions that is a small dense net over chosen planes.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <vector>

#include "game.hpp"
#include "simd.hpp"

namespace tengen {

// Where a net's inputs are in `planes`: plane by plane, point by point. With a goal plane, the
// board is turned by half a circle where the goal is in its first row, so that men always go down.
struct DenseInputs {
  std::vector<int> planes, points;
  int goal_plane = -1;
};

// One layer, its weights [inputs, outputs]: what one input adds lies in a row.
struct DenseLayer {
  std::vector<float> weights, bias;

  std::size_t outputs() const { return bias.size(); }
  std::size_t inputs() const { return weights.size() / bias.size(); }
};

// ReLU between the layers, tanh after the last, which has one output. Copies share the weights.
class DenseNet {
 public:
  DenseNet(const Shape& shape, DenseInputs inputs, std::vector<DenseLayer> layers)
      : net_(std::make_shared<const Net>(Net{std::move(inputs), std::move(layers)})),
        shape_(shape),
        planes_(static_cast<std::size_t>(shape.size())) {
    check();
    std::size_t widest = 1, most = 0;
    for (const DenseLayer& layer : net_->layers) {
      widest = std::max(widest, layer.outputs());
      most = std::max(most, layer.inputs());
    }
    sums_.resize(widest);
    places_.resize(most + 1);  // one more may be written before it is found to be 0
    factors_.resize(most + 1);
  }

  // In [-1, 1], for the side to move.
  template <GameState S>
  float value(const S& state) {
    state.planes(planes_.data());
    add_inputs();
    for (std::size_t i = 1; i < net_->layers.size(); ++i) pass_on(net_->layers[i]);
    return std::tanh(sums_[0]);
  }

 private:
  struct Net {
    DenseInputs inputs;
    std::vector<DenseLayer> layers;
  };

  void check() const {
    const auto demand = [](bool holds) {
      if (!holds) throw std::invalid_argument("layers do not fit the inputs or one another");
    };
    const auto& [inputs, layers] = *net_;
    const auto within = [](const std::vector<int>& all, int end) {
      return std::all_of(all.begin(), all.end(), [&](int i) { return i >= 0 && i < end; });
    };
    demand(!layers.empty() && within(inputs.planes, shape_.channels));
    demand(within(inputs.points, shape_.height * shape_.width) &&
           inputs.goal_plane < shape_.channels);
    std::size_t width = inputs.planes.size() * inputs.points.size();
    for (const DenseLayer& layer : layers) {
      demand(layer.outputs() > 0 && layer.weights.size() == width * layer.outputs());
      width = layer.outputs();
    }
    demand(width == 1);
  }

  bool is_turned() const {
    if (net_->inputs.goal_plane < 0) return false;
    const float* goal = plane(net_->inputs.goal_plane);
    return std::any_of(goal, goal + shape_.width, [](float x) { return x > 0.0f; });
  }
  const float* plane(int i) const { return planes_.data() + i * shape_.height * shape_.width; }

  // The first layer: most inputs are 0, and each other one adds a row of weights.
  void add_inputs() {
    const DenseInputs& inputs = net_->inputs;
    const int last = is_turned() ? shape_.height * shape_.width - 1 : 0;
    int input = 0;
    count_ = 0;
    for (const int i : inputs.planes) {
      const float* cells = plane(i);
      for (const int point : inputs.points) note(input++, cells[std::abs(last - point)]);
    }
    add_up(net_->layers[0]);
  }

  void pass_on(const DenseLayer& layer) {
    count_ = 0;
    for (std::size_t j = 0; j < layer.inputs(); ++j)
      note(static_cast<std::int32_t>(j), std::max(sums_[j], 0.0f));
    add_up(layer);
  }

  // Keeps an input unless it is 0.
  void note(std::int32_t input, float factor) {
    const auto end = static_cast<std::size_t>(count_);
    places_[end] = input;
    factors_[end] = factor;
    count_ += factor != 0.0f;
  }

  void add_up(const DenseLayer& layer) {
    std::copy(layer.bias.begin(), layer.bias.end(), sums_.begin());
    add_rows(sums_.data(), layer.weights.data(), places_.data(), factors_.data(), count_,
             static_cast<int>(layer.outputs()));
  }

  std::shared_ptr<const Net> net_;
  Shape shape_;
  std::vector<float> planes_, sums_;
  // Inputs of the layer at hand that are not 0.
  std::vector<std::int32_t> places_;
  std::vector<float> factors_;
  int count_ = 0;
};

}  // namespace tengen
